import { CoreError } from "../../core/index.ts";

/** What an embedder is asked. The array is mutable because provider packages declare it so. */
export interface EmbedderCall {
  readonly values: string[];
  /** Ends the call. */
  readonly abortSignal: AbortSignal;
}

/**
 * The port of an embedding model: what is used of the AI SDK's `EmbeddingModelV2`, `EmbeddingModelV3`
 * and `EmbeddingModelV4`, so that what any provider package of that family makes fits, as an object.
 * Errors are read by their shape (`statusCode`, `responseHeaders`, `isRetryable`, `cause`).
 */
export interface Embedder {
  /** `v2`, `v3` or `v4`. */
  readonly specificationVersion: string;
  /** Who serves the model. */
  readonly provider: string;
  readonly modelId: string;
  /** Texts of one call, at most; at most 32 are sent in any case. */
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  /** Whether calls may be under way at the same time; then up to 4 of pages are. */
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  /** A vector for each text, in order. */
  doEmbed(call: EmbedderCall): PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>;
}

/** Vectors of texts, by one model and of one dimension; others are not compared with them. */
export interface TextVectors {
  /** Provider and model. */
  readonly model: string;
  /** Numbers of a vector. */
  readonly dimension: number;
  /** One vector after the other, each of length 1, or of zeros where the model gave such. */
  readonly values: Float32Array;
}

/**
 * Refuses what is no embedding model.
 * @throws CoreError `INVALID_OPTION`
 */
export function checkEmbedder(embedder: unknown): void {
  if (embedder === undefined || isEmbedder(embedder)) return;
  const given = typeof embedder === "string" ? `the name '${embedder.slice(0, 100)}'` : "another";
  throw new CoreError("INVALID_OPTION", {
    message: `'embedder' must be an embedding model as an object, as a provider package of the AI SDK makes one (specificationVersion v2, v3 or v4, doEmbed); got ${given}.`,
    details: { option: "embedder" },
  });
}

const versions: readonly unknown[] = ["v2", "v3", "v4"];

function isEmbedder(value: unknown): value is Embedder {
  if (typeof value !== "object" || value === null) return false;
  const { specificationVersion, modelId, doEmbed } = value as Partial<Embedder>;
  return (
    versions.includes(specificationVersion) &&
    typeof modelId === "string" &&
    typeof doEmbed === "function"
  );
}
