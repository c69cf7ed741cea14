import type { FieldType } from "./collection.ts";
import type { FieldShape, Shape } from "./shape.ts";
import { StorageError } from "./storage-error.ts";

/** What a store holds of a collection: everything that was ever declared. */
export interface StoredShape {
  readonly fields: Readonly<Record<string, FieldType>>;
  readonly key: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
}

/** What a declaration adds to what a store holds. */
export interface Extension {
  /** What the store holds with it. */
  readonly stored: StoredShape;
  readonly fields: readonly FieldShape[];
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
}

/**
 * What the store lacks of a declaration; undefined when it lacks nothing.
 * @param stored undefined when the store does not know the collection
 * @throws StorageError `MIGRATION_REFUSED`
 */
export function extendShape(stored: StoredShape | undefined, shape: Shape): Extension | undefined {
  const { fields, key, unique, indexes } = shape;
  const before = stored ?? { fields: {}, key, unique: [], indexes: [] };
  if (stored !== undefined) checkCompatible(stored, shape);
  const added: Extension = {
    fields: fields.filter(({ name }) => !Object.hasOwn(before.fields, name)),
    unique: lacking(before.unique, unique),
    indexes: lacking(before.indexes, indexes),
    stored: {
      fields: { ...before.fields, ...Object.fromEntries(fields.map((f) => [f.name, f.type])) },
      key,
      unique: [...before.unique, ...lacking(before.unique, unique)],
      indexes: [...before.indexes, ...lacking(before.indexes, indexes)],
    },
  };
  return added.fields.length + added.unique.length + added.indexes.length === 0 ? undefined : added;
}

function checkCompatible(stored: StoredShape, shape: Shape): void {
  if (String(stored.key) !== String(shape.key)) {
    throw refused(
      shape,
      `has the key ${stored.key.join(", ")}, but the declared key is ${shape.key.join(", ")}`,
    );
  }
  for (const [name, type] of Object.entries(stored.fields)) {
    const declared = shape.byName.get(name)?.type;
    if (declared === undefined && !type.endsWith("?")) {
      throw refused(shape, `has a required field '${name}' that the declaration lacks`);
    }
    if (declared !== undefined && declared !== type) {
      throw refused(shape, `has '${name}' as ${type}, but it is declared as ${declared}`);
    }
  }
  for (const { name, nullable } of shape.fields) {
    if (Object.hasOwn(stored.fields, name)) continue;
    if (!nullable) throw refused(shape, `lacks '${name}'; a new field must be optional`);
    const similar = Object.keys(stored.fields).find(
      (field) => field.toLowerCase() === name.toLowerCase(),
    );
    if (similar !== undefined)
      throw refused(
        shape,
        `has '${similar}', which differs from '${name}' only in upper and lower case`,
      );
  }
}

function lacking(
  stored: readonly (readonly string[])[],
  declared: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const known = new Set(stored.map(String));
  return declared.filter((group) => {
    const fresh = !known.has(String(group));
    known.add(String(group));
    return fresh;
  });
}

/** The error for a unique group that rows in the store contradict. */
export function rowsContradict(shape: Shape, group: readonly string[]): StorageError {
  return refused(shape, `has rows with equal ${group.join(", ")}, which is declared unique`);
}

function refused(shape: Shape, sentence: string): StorageError {
  return new StorageError("MIGRATION_REFUSED", {
    message: `The store's collection '${shape.name}' ${sentence}.`,
    details: { collection: shape.name },
  });
}
