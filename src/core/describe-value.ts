/** What a value is, in words fit for a message: its kind, never its content. */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isFinite(value) ? "a number" : String(value);
  if (typeof value === "undefined") return "undefined";
  if (typeof value !== "object") return `a ${typeof value}`;
  if (Array.isArray(value)) return "an array";
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return "an object";
  const { name } = (prototype as { constructor?: { name?: unknown } }).constructor ?? {};
  return typeof name === "string" && name !== "" ? `a ${name}` : "an object of a class";
}
