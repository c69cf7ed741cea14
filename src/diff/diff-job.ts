import type { Json } from "../storage/index.ts";
import type { JsonDiffOptions } from "./json-diff.ts";
import type { TextDiffOptions } from "./text-diff.ts";

/** What a thread is asked to compare. */
export type DiffJob =
  | {
      readonly kind: "text";
      readonly before: string;
      readonly after: string;
      readonly options: TextDiffOptions;
    }
  | {
      readonly kind: "json";
      readonly before: Json;
      readonly after: Json;
      readonly options: JsonDiffOptions;
    };
