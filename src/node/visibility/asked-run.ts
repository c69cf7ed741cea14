import type { EngineAnswer, SourceResult, VisibilityRun } from "../../visibility/index.ts";

/** What one engine came to, as it is shown and kept. */
export interface ToldResult extends Omit<SourceResult, "answer" | "handle"> {
  /** What people call the engine. */
  readonly label: string;
  readonly answer?: Omit<EngineAnswer, "raw">;
}

/** A question that was asked once, of several engines. */
export interface AskedRun {
  /** When it began: milliseconds since 1970. */
  readonly at: number;
  readonly results: readonly ToldResult[];
  /** Jobs that were begun at engines, by source; none when absent. */
  readonly handles?: Readonly<Record<string, string>>;
}

/** The answers of a run as they are compared and measured. */
export function answersOf({ results }: AskedRun): VisibilityRun["answers"] {
  return results.flatMap(({ source, answer }) => {
    return answer === undefined ? [] : [{ source, ...answer }];
  });
}

/** Answers that say something: the others are counted nowhere. */
export function spokenOf({ results }: AskedRun): readonly ToldResult[] {
  return results.filter(({ answer }) => {
    return answer !== undefined && !answer.isRefusal && answer.content.trim() !== "";
  });
}

/** A run with the answers of some engines alone. */
export function ofSources({ at, results }: AskedRun, sources: ReadonlySet<string>): AskedRun {
  return { at, results: results.filter(({ source }) => sources.has(source)) };
}

/** A run, where an engine has answered. */
export function answered(run: AskedRun): AskedRun | undefined {
  return run.results.some(({ answer }) => answer !== undefined) ? run : undefined;
}
