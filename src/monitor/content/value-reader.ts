import {
  createExtractor,
  type Extraction,
  type ExtractorCollaborators,
} from "../../extractor/index.ts";
import type { Json } from "../../storage/index.ts";

/** A page whose values a model is to read. */
export interface ValueRequest {
  /** After redirects. */
  readonly url: string;
  readonly html: string;
  /** A JSON Schema of an object with properties. */
  readonly schema: Readonly<Record<string, Json>>;
  /** Whose monitor it is. */
  readonly owner: string;
}

/** What was read; a warning `model-failed` says that there was no answer. */
export type ReadValues = Pick<Extraction, "data" | "warnings">;

/** Reads values that a page's own data and labels do not tell. What it throws fails the check. */
export type ValueReader = (request: ValueRequest, signal: AbortSignal) => Promise<ReadValues>;

/** A reader over a model. */
export function modelReader(collaborators: ExtractorCollaborators): ValueReader {
  const extractor = createExtractor(collaborators);
  return ({ url, html, schema }, signal) => extractor.extract({ url, html }, schema, { signal });
}
