/** A list as the text of an array of Postgres. */
export function arrayText(list: readonly string[]): string {
  return `{${list.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
