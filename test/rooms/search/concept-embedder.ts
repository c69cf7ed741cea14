import type { Embedder, EmbedderCall } from "dragline/search";

/** Words that mean the same, a dimension each. */
const concepts: readonly (readonly string[])[] = [
  ["car", "cars", "automobile", "vehicle"],
  ["stop", "stopped", "ends", "terminated", "halts"],
  ["doctor", "physician", "medic"],
  ["boat", "ship", "vessel"],
  ["idle", "inactive", "unused"],
  ["price", "cost", "fee"],
  ["begin", "start", "commence"],
];

/** What a {@link ConceptEmbedder} does in the place of an answer to one call. */
export type Mishap = (call: EmbedderCall) => PromiseLike<unknown>;

/** An embedder that counts concepts: the same texts have the same vectors, everywhere. */
export class ConceptEmbedder implements Embedder {
  readonly specificationVersion: string = "v4";
  readonly provider = "concepts";
  modelId = "small";
  maxEmbeddingsPerCall: Embedder["maxEmbeddingsPerCall"] = 5;
  supportsParallelCalls: Embedder["supportsParallelCalls"] = true;
  /** Zeros at the end of each vector. */
  padding = 0;
  /** The texts of each call. */
  readonly calls: string[][] = [];
  /** What goes wrong in the next calls, one after the other; `always` in those after them. */
  readonly mishaps: Mishap[] = [];
  always: Mishap | undefined;
  /** Calls that are under way now, and at most. */
  readonly underWay = { now: 0, most: 0 };

  async doEmbed(call: EmbedderCall): Promise<{ embeddings: number[][] }> {
    this.calls.push([...call.values]);
    this.underWay.now += 1;
    this.underWay.most = Math.max(this.underWay.most, this.underWay.now);
    try {
      const mishap = this.mishaps.shift() ?? this.always;
      if (mishap !== undefined) return (await mishap(call)) as { embeddings: number[][] };
      await new Promise(setImmediate);
      return { embeddings: call.values.map((text) => this.vectorOf(text)) };
    } finally {
      this.underWay.now -= 1;
    }
  }

  vectorOf(text: string): number[] {
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    const counts = concepts.map((same) => words.filter((word) => same.includes(word)).length);
    return [...counts, ...Array.from({ length: this.padding }, () => 0)];
  }
}

/** An error as the AI SDK makes one of an HTTP answer. */
export function httpFailure(statusCode: number, message = "the server's words"): Mishap {
  return async () => {
    throw Object.assign(new Error(message), { statusCode, isRetryable: statusCode >= 500 });
  };
}
