/** Where a value is, in both documents: indexes of an array may differ. */
export interface Place {
  /** JSON Pointer (RFC 6901) in the document after. */
  readonly pointer: string;
  /** Path for people in the document after. */
  readonly path: string;
  /** The same in the document before. */
  readonly oldPath: string;
}

/** The whole document. */
export const wholeDocument: Place = Object.freeze({ pointer: "", path: "", oldPath: "" });

/** The place of a member, or of an element by its indexes after and before. */
export function placeIn(parent: Place, key: string | number, oldKey: string | number): Place {
  return {
    pointer: pointerIn(parent.pointer, key),
    path: pathIn(parent.path, key),
    oldPath: pathIn(parent.oldPath, oldKey),
  };
}

/** The pointer of a member or element. */
export function pointerIn(parent: string, key: string | number): string {
  if (typeof key === "number") return `${parent}/${key}`;
  return `${parent}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
const PLAIN_IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * The path of a member or element as text: `items[0].price`. A member that is no identifier of
 * JavaScript is quoted as in JSON: `items[0]["unit price"]`.
 */
export function pathIn(parent: string, key: string | number): string {
  if (typeof key === "number") return `${parent}[${key}]`;
  if (!PLAIN_IDENTIFIER.test(key) && !IDENTIFIER.test(key)) {
    return `${parent}[${JSON.stringify(key)}]`;
  }
  return parent === "" ? key : `${parent}.${key}`;
}
