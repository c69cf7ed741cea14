import type { TextVectors } from "./embedder.ts";

/** Numbers of a vector, at most: as many as pgvector takes. */
const GREATEST_DIMENSION = 16_000;

/** Something that an embedder gave and that is no vectors of the texts; asking again does not help. */
class VectorFault extends Error {}

/**
 * The vectors that an embedder gave for texts.
 * @throws VectorFault where they are too few or too many, not of one length, or not of finite numbers
 */
export function readVectors(
  answer: unknown,
  { texts, dimension }: { readonly texts: number; readonly dimension: number | undefined },
): Float32Array[] {
  const rows = (answer as { readonly embeddings?: unknown } | null | undefined)?.embeddings;
  if (!Array.isArray(rows)) throw new VectorFault("its answer has no embeddings");
  if (rows.length !== texts) {
    throw new VectorFault(`it gave ${rows.length} vectors for ${texts} texts`);
  }
  const length = dimension ?? (rows[0] as ArrayLike<unknown> | undefined)?.length;
  return rows.map((row: unknown) => unitVector(row, Number(length)));
}

/** Vectors one after the other. */
export function joinVectors(model: string, rows: readonly Float32Array[]): TextVectors {
  const dimension = rows[0]?.length ?? 0;
  const values = new Float32Array(rows.length * dimension);
  for (const [index, row] of rows.entries()) values.set(row, index * dimension);
  return { model, dimension, values };
}

function unitVector(row: unknown, length: number): Float32Array {
  if (!Array.isArray(row) && !(row instanceof Float32Array) && !(row instanceof Float64Array)) {
    throw new VectorFault("a vector is not a list of numbers");
  }
  if (row.length === 0 || row.length !== length || length > GREATEST_DIMENSION) {
    throw new VectorFault(
      `a vector has ${row.length} numbers; expected ${length > 0 ? length : "some"}, at most ${GREATEST_DIMENSION}`,
    );
  }
  let greatest = 0;
  for (const value of row as ArrayLike<unknown> & Iterable<unknown>) {
    if (!Number.isFinite(value)) throw new VectorFault("a vector has a number that is not finite");
    greatest = Math.max(greatest, Math.abs(Number(value)));
  }
  if (greatest === 0) return new Float32Array(length);
  // By the greatest first, so that no square is beyond what a number holds.
  const scaled = Float64Array.from(row as ArrayLike<number>, (value) => value / greatest);
  const size = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(scaled, (value) => value / size);
}
