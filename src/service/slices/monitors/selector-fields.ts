import type { FieldRule } from "../../../monitor/index.ts";
import { ServiceError } from "../../base/service-error.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * The fields of a schema whose properties say by `x-selector` where their values are; undefined of one
 * that says so of none.
 * @throws ServiceError `INVALID_REQUEST` where only some have a selector, or one is of the wrong type
 */
export function selectorFields(
  schema: Schema | undefined,
): Readonly<Record<string, FieldRule>> | undefined {
  const properties = Object.entries(objectIn(schema, "properties"));
  const pointed = properties.filter(([, property]) => isPointed(property));
  if (pointed.length === 0) return undefined;
  if (pointed.length < properties.length) {
    throw refused("x-selector: every property of outputSchema has one, or none has.");
  }
  return Object.fromEntries(
    pointed.map(([name, property]) => [name, ruleOf(name, property as Schema)]),
  );
}

function objectIn(schema: Schema | undefined, name: string): Schema {
  const value = schema?.[name];
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : {};
}

function isPointed(property: unknown): boolean {
  return typeof property === "object" && property !== null && Object.hasOwn(property, "x-selector");
}

function ruleOf(name: string, property: Schema): FieldRule {
  const { type = "string", "x-selector": selector, "x-attribute": attribute } = property;
  if (typeof selector !== "string" || !["string", "undefined"].includes(typeof attribute)) {
    throw refused(`outputSchema.properties.${name}: x-selector and x-attribute must be strings.`);
  }
  const isList = type === "array";
  const of = isList ? (objectIn(property, "items")["type"] ?? "string") : type;
  const as = of === "number" || of === "integer" ? "number" : "text";
  if (as === "text" && of !== "string") {
    throw refused(
      `outputSchema.properties.${name}: with x-selector the type is string, number, integer, or an array of one of them.`,
    );
  }
  return { selector, as, all: isList, ...(typeof attribute === "string" && { attribute }) };
}

function refused(message: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message });
}
