import type { Recipe } from "../extractor/index.ts";
import type { Json } from "../storage/index.ts";

/** What is extracted of pages. */
export interface ExtractOptions {
  /** A JSON Schema of an object, as `extract` of dragline/extractor takes it. */
  readonly schema: Readonly<Record<string, Json>>;
  /**
   * Tried first on each page; one that does not fit it is reported in `warnings`, and read by what it
   * says of itself.
   */
  readonly recipe?: Recipe | undefined;
  /** The address of pages whose line has none. */
  readonly url?: string | undefined;
  /** Whether lines say where each value comes from. @default false */
  readonly evidence?: boolean | undefined;
}
