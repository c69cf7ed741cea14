import { filled } from "../filled.ts";

/** What was picked on a screenshot. */
interface PickedSchema {
  /** For `outputSchema`: a property with `x-selector` for each value. */
  readonly schema: Record<string, unknown>;
  /** Whether one of them is on the page only in a browser. */
  readonly needsBrowser: boolean;
}

/**
 * The schema of the values that a form has picked; undefined where none is.
 * @throws RangeError for two values of one name
 */
export function pickedSchema(form: URLSearchParams): PickedSchema | undefined {
  const picks = [...new Set(form.getAll("pick"))].filter((at) => /^\d{1,3}$/.test(at));
  if (picks.length === 0) return undefined;
  const properties = new Map<string, object>();
  for (const at of picks) {
    const name = filled(form, `name-${at}`) ?? `value${Number(at) + 1}`;
    if (properties.has(name)) throw new RangeError(`Two values are called “${name}”.`);
    const type = form.get(`kind-${at}`) === "number" ? "number" : "string";
    properties.set(name, { type, "x-selector": form.get(`selector-${at}`) ?? "" });
  }
  return {
    schema: { type: "object", properties: Object.fromEntries(properties) },
    needsBrowser: picks.some((at) => form.has(`browser-${at}`)),
  };
}

/** A value that is watched already. */
export interface ChosenValue {
  readonly name: string;
  readonly type: string;
}

/** What a form, or the schema in it, has chosen, by selector. */
export function chosenValues(fields: URLSearchParams): ReadonlyMap<string, ChosenValue> {
  const chosen = new Map<string, ChosenValue>();
  for (const [name, property] of Object.entries(propertiesIn(fields))) {
    const { type, "x-selector": selector } = property as Record<string, unknown>;
    if (typeof selector === "string") chosen.set(selector, { name, type: String(type) });
  }
  return chosen;
}

/** What is no schema chooses nothing; saving it says why. */
function propertiesIn(fields: URLSearchParams): object {
  try {
    const schema = pickedSchema(fields)?.schema ?? JSON.parse(fields.get("outputSchema") ?? "{}");
    const properties: unknown = (schema as { properties?: unknown } | null)?.properties;
    const isTable = (value: unknown): value is object =>
      typeof value === "object" && value !== null;
    if (!isTable(properties)) return {};
    return Object.fromEntries(Object.entries(properties).filter(([, each]) => isTable(each)));
  } catch {
    return {};
  }
}
