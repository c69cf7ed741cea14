import type { BaseType, Collection } from "./collection.ts";
import { describeValue } from "./describe-value.ts";
import { StorageError } from "./storage-error.ts";

const NAME = /^[a-z][a-z0-9_]{0,47}$/;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,47}$/i;
const MOST_FIELDS = 64;
const PARTS = ["name", "fields", "key", "unique", "indexes"];
const TYPES: ReadonlySet<unknown> = new Set<BaseType>([
  "string",
  "number",
  "boolean",
  "json",
  "bytes",
]);

/**
 * Refuses an invalid declaration of a collection.
 * @throws StorageError `INVALID_COLLECTION`
 */
export function checkDeclaration(given: Collection): void {
  if (!isObject(given))
    throw invalid(`A collection must be an object; got ${describeValue(given)}.`);
  const { name } = given;
  if (typeof name !== "string" || !NAME.test(name)) {
    throw invalid(
      "A collection's name must be 1 to 48 lower-case letters, digits and underscores, " +
        `beginning with a letter; got ${typeof name === "string" ? JSON.stringify(name.slice(0, 80)) : describeValue(name)}.`,
    );
  }
  const part = Object.keys(given).find((key) => !PARTS.includes(key));
  if (part !== undefined) {
    throw invalid(
      `Collection '${name}' has an unknown property '${part}'; known properties are ${PARTS.join(", ")}.`,
    );
  }
  checkFields(given);
  checkGroup(given, "key", given.key);
  for (const kind of ["unique", "indexes"] as const) {
    const groups = given[kind] ?? [];
    if (!Array.isArray(groups)) throw invalid(`'${kind}' of '${name}' must be a list of groups.`);
    for (const group of groups) checkGroup(given, kind, group);
  }
}

function checkFields({ name, fields }: Collection): void {
  if (!isObject(fields)) throw invalid(`'fields' of '${name}' must be an object.`);
  const names = Object.keys(fields);
  if (names.length === 0 || names.length > MOST_FIELDS) {
    throw invalid(`'${name}' must have 1 to ${MOST_FIELDS} fields; got ${names.length}.`);
  }
  const seen = new Set<string>();
  for (const field of names) {
    if (!FIELD_NAME.test(field)) {
      throw invalid(
        `A field of '${name}' must be named by 1 to 48 letters, digits and underscores, ` +
          `beginning with a letter; got ${JSON.stringify(field.slice(0, 80))}.`,
      );
    }
    const folded = field.toLowerCase();
    if (seen.has(folded)) {
      throw invalid(
        `Two fields of '${name}' are named '${folded}' in different upper and lower case.`,
      );
    }
    seen.add(folded);
    const type: unknown = fields[field];
    if (typeof type !== "string" || !TYPES.has(type.replace(/\?$/, ""))) {
      throw invalid(
        `Field '${field}' of '${name}' must be of type ${[...TYPES].join(", ")}, ` +
          `or one of them with a question mark; got ${typeof type === "string" ? `'${type}'` : describeValue(type)}.`,
      );
    }
  }
}

function checkGroup({ name, fields }: Collection, kind: string, group: unknown): void {
  if (!Array.isArray(group) || group.length === 0) {
    throw invalid(`A group in '${kind}' of '${name}' must be a list of at least one field.`);
  }
  for (const [index, field] of (group as unknown[]).entries()) {
    if (typeof field !== "string" || !Object.hasOwn(fields, field)) {
      throw invalid(`'${kind}' of '${name}' names ${named(field)}, which is not a field.`);
    }
    if (group.indexOf(field) !== index) {
      throw invalid(`'${kind}' of '${name}' names '${field}' twice in one group.`);
    }
    const type = fields[field] ?? "";
    if (/^(?:json|bytes)/.test(type) || (kind === "key" && type.endsWith("?"))) {
      throw invalid(`'${kind}' of '${name}' cannot hold '${field}', which is of type ${type}.`);
    }
  }
}

function named(field: unknown): string {
  return typeof field === "string" ? `'${field.slice(0, 80)}'` : describeValue(field);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(message: string): StorageError {
  return new StorageError("INVALID_COLLECTION", { message });
}
