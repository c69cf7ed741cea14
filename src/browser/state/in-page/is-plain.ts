/**
 * Whether JSON carries a value so that it comes back as it was: no shared or circular references,
 * no holes, no `undefined`, `-0` or `NaN`, nothing but objects, arrays, strings, numbers, booleans
 * and null. Runs in the page.
 */
export function isPlain(root: unknown): boolean {
  const seen = new Set<unknown>();
  const check = (value: unknown, depth: number): boolean => {
    if (value === null || typeof value === "string" || typeof value === "boolean") return true;
    if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
    if (typeof value !== "object" || seen.has(value)) return false;
    // Beyond this depth JSON itself may fail; the encoder then says so.
    if (depth > 500) return false;
    seen.add(value);
    if (Array.isArray(value)) {
      const whole = Object.keys(value).length === value.length;
      return whole && value.every((item) => check(item, depth + 1));
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return false;
    return Object.values(value).every((item) => check(item, depth + 1));
  };
  return check(root, 0);
}
