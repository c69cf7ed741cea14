import { checkDeclaration, type BaseType, type Collection, type FieldType } from "./collection.ts";
import { StorageError } from "./storage-error.ts";

/** A field as adapters use it. */
export interface FieldShape {
  readonly name: string;
  /** As declared. */
  readonly type: FieldType;
  readonly base: BaseType;
  readonly nullable: boolean;
  /** Whether conditions and orders may ask about it: neither `json` nor `bytes`. */
  readonly comparable: boolean;
  /** Whether it is part of the key. */
  readonly inKey: boolean;
}

/** A collection as adapters use it: valid, complete and frozen. */
export interface Shape {
  readonly name: string;
  /** In the order of the declaration. */
  readonly fields: readonly FieldShape[];
  readonly byName: ReadonlyMap<string, FieldShape>;
  readonly key: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** The same text for the same declaration. */
  readonly signature: string;
}

const shapes = new WeakMap<Collection, Shape>();

/**
 * The shape of a collection, made once per declaration.
 * @throws StorageError `INVALID_COLLECTION`
 */
export function shapeOf(collection: Collection): Shape {
  const known = shapes.get(collection);
  if (known !== undefined) return known;
  checkDeclaration(collection);
  const { name, key, unique = [], indexes = [] } = structuredClone(collection);
  const fields = Object.entries(collection.fields).map(([field, type]) =>
    fieldShape(field, type, key.includes(field)),
  );
  const shape = Object.freeze({
    name,
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
    key,
    unique,
    indexes,
    signature: JSON.stringify([name, Object.entries(collection.fields), key, unique, indexes]),
  });
  shapes.set(collection, shape);
  return shape;
}

function fieldShape(name: string, type: FieldType, inKey: boolean): FieldShape {
  const base = type.replace("?", "") as BaseType;
  const comparable = base !== "json" && base !== "bytes";
  return Object.freeze({ name, type, base, nullable: type.endsWith("?"), comparable, inKey });
}

/** The collections that a store ensured. */
export class KnownShapes {
  readonly #shapes = new Set<Shape>();
  readonly #signatures = new Set<string>();

  /** Makes a shape known. */
  add(shape: Shape): void {
    this.#shapes.add(shape);
    this.#signatures.add(shape.signature);
  }

  /**
   * The shape of a collection that is known; an equal declaration counts as the same.
   * @throws StorageError `UNKNOWN_COLLECTION`
   */
  of(collection: Collection): Shape {
    const shape = shapeOf(collection);
    if (this.#shapes.has(shape)) return shape;
    if (!this.#signatures.has(shape.signature)) {
      throw new StorageError("UNKNOWN_COLLECTION", {
        message: `This declaration of the collection '${shape.name}' was not ensured; pass it to ensure() first.`,
        details: { collection: shape.name },
      });
    }
    this.#shapes.add(shape);
    return shape;
  }
}
