export { isObject, readSchema, type ValueBounds, type ValueSchema } from "./value-schema.ts";
export { coerceValue, type ValueContext } from "./values/coerce-value.ts";
export { matchEnum } from "./values/match-enum.ts";
export { readBoolean } from "./values/read-boolean.ts";
export { readDuration, type Duration } from "./values/read-duration.ts";
export { readNumber } from "./values/read-number.ts";
export { readPrice, type Price, type PriceOptions } from "./values/read-price.ts";
export { readUrl } from "./values/read-url.ts";
