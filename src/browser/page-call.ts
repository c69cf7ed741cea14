/** A function that goes to a page as source. */
export type PageFunction = (...args: never[]) => unknown;

/**
 * Writes a call of a function in a page as an expression. The function and its tools go there as
 * source: each uses nothing around it but what a page has and what it was given. `input` is what
 * JSON can carry.
 */
export function pageCall<Tools extends Record<string, PageFunction>, Input, Result>(
  run: (tools: Tools, input: Input) => Result,
  tools: Tools,
  input: Input,
): PageCall<Result> {
  const list = Object.entries(tools).map(([name, tool]) => `${name}: ${tool.toString()}`);
  const source = `(${run.toString()})({ ${list.join(", ")} }, ${JSON.stringify(input) ?? "undefined"})`;
  return { source };
}

/** An expression for a page, with the type of its value. */
export interface PageCall<Result> {
  /** The expression, as JavaScript. */
  readonly source: string;
  /** Never there; carries the type. */
  readonly result?: Result;
}
