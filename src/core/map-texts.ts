import { SecretMask } from "./secret-mask.ts";

/** Makes a function that masks secrets in all texts of plain data; without any it changes nothing. */
export function maskingTexts(secrets: readonly string[]): <Value>(value: Value) => Value {
  if (secrets.length === 0) return (value) => value;
  const { mask } = new SecretMask(secrets);
  return (value) => mapTexts(value, mask);
}

/**
 * Plain data with each of its texts changed, names of members too. What is neither plain nor a text
 * stays as it is.
 */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change)) as Value;
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [
    change(name),
    mapTexts(each, change),
  ]);
  return Object.fromEntries(members) as Value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
