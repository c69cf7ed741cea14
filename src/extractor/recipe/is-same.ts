import type { Json } from "../../storage/index.ts";

/** Whether two values are the same for a reader: white space and case aside, numbers by value. */
export function isSame(one: Json, other: Json): boolean {
  if (typeof one === "string" && typeof other === "string") return plain(one) === plain(other);
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return plain(JSON.stringify(one)) === plain(JSON.stringify(other));
}

/** A text as it is compared. */
export function plain(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();
}
