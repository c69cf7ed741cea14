/** Text as it is written between tags. */
export function escapeText(text: string): string {
  return /[&<>\u00a0]/.test(text) ? text.replace(/[&<>\u00a0]/g, entityOf) : text;
}

/** Text as it is written in a double-quoted attribute. */
export function escapeAttribute(value: string): string {
  return /[&"<>\u00a0]/.test(value) ? value.replace(/[&"<>\u00a0]/g, entityOf) : value;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\u00a0": "&nbsp;",
};

function entityOf(character: string): string {
  return entities[character] as string;
}
