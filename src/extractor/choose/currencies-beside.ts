import type { Json } from "../../storage/index.ts";
import type { Property } from "../schema/property.ts";
import { isCurrency, readCurrency } from "../values/read-currency.ts";
import type { Reading } from "./reading.ts";

interface Beside {
  /** The object's values so far, by key. */
  readonly found: Readonly<Record<string, Json>>;
  /** Of the object. */
  readonly path: string;
}

/** The currencies of what an object's numbers were read from, for its parts that have no value: `€` beside a price. */
export function currenciesBeside(
  reading: Reading,
  parts: readonly Property[],
  { found, path }: Beside,
): Readonly<Record<string, Json>> {
  const at = (key: string): string => (path === "" ? key : `${path}.${key}`);
  const codes: Record<string, Json> = {};
  for (const part of parts) {
    if (Object.hasOwn(found, part.key) || !isCurrency(part)) continue;
    for (const { key, schema } of parts) {
      if (schema.type !== "number" && schema.type !== "integer") continue;
      const candidate = reading.told(at(key));
      const leaf = candidate && readCurrency(reading.page, candidate);
      if (candidate === undefined || leaf === undefined) continue;
      reading.tell(at(part.key), candidate, leaf);
      codes[part.key] = leaf.value;
      break;
    }
  }
  return codes;
}
