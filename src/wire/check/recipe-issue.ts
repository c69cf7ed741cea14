import type { Parameter } from "../format/parameter-schema.ts";

/** What is wrong with a file of a catalog, and where in its JSON. */
export interface RecipeIssue {
  readonly path: readonly (string | number)[];
  /** A sentence for the author. */
  readonly message: string;
}

/** What a document is, as far as it is known before a run. */
export type DocumentKind = "json" | "markup" | "unknown" | "none";

/** A step that comes before. */
export interface KnownStep {
  /** The members that its value has; undefined: any. */
  readonly members: readonly string[] | undefined;
  /** What `body` or `page` of it is. */
  readonly document: DocumentKind;
}

/** What templates at a place may read. */
export interface CheckScope {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly steps: ReadonlyMap<string, KnownStep>;
  /** Whether there is an item of a list. */
  readonly item: boolean;
  readonly credential: boolean;
  readonly hosts: readonly string[];
}

/** Collects issues below a place. */
export class Issues {
  readonly found: RecipeIssue[];
  readonly path: readonly (string | number)[];

  constructor(found: RecipeIssue[] = [], path: readonly (string | number)[] = []) {
    this.found = found;
    this.path = path;
  }

  /** The place below this one. */
  at(...steps: readonly (string | number)[]): Issues {
    return new Issues(this.found, [...this.path, ...steps]);
  }

  add(message: string): void {
    this.found.push({ path: this.path, message });
  }

  /** Adds what `check` throws. */
  try<Result>(check: () => Result): Result | undefined {
    try {
      return check();
    } catch (error) {
      this.add(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }
}
