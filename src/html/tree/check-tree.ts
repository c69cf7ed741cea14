import { describeValue } from "../../core/index.ts";
import { HtmlError } from "../scan/html-error.ts";
import { Tree } from "./tree.ts";

/**
 * Refuses what is no tree.
 * @throws HtmlError `INVALID_INPUT`
 */
export function checkTree(tree: unknown): void {
  if (tree instanceof Tree) return;
  throw new HtmlError("INVALID_INPUT", {
    message: `Expected a parsed page: parse(html); got ${describeValue(tree)}.`,
  });
}
