import { isPlainObject } from "../run/json-path.ts";
import { parseTemplate, referencesOf } from "../run/template.ts";

const known = new WeakMap<object, boolean>();

/** Whether a template anywhere in a part of a recipe reads the credential. */
export function readsCredential(json: unknown): boolean {
  if (typeof json === "string") {
    return referencesOf(parseTemplate(json)).some(({ root }) => root === "credential");
  }
  if (typeof json !== "object" || json === null) return false;
  const before = known.get(json);
  if (before !== undefined) return before;
  const parts = isPlainObject(json) ? Object.values(json) : Array.isArray(json) ? json : [];
  const reads = parts.some((part) => readsCredential(part));
  known.set(json, reads);
  return reads;
}
