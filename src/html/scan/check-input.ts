import { describeValue } from "../../core/index.ts";
import { HtmlError } from "./html-error.ts";

/**
 * Refuses what cannot be parsed.
 * @throws HtmlError `INVALID_INPUT` when it is no string; `INPUT_TOO_LARGE`
 */
export function checkInput(source: unknown, maxLength: number): void {
  if (typeof source !== "string") {
    throw new HtmlError("INVALID_INPUT", {
      message: `Expected a string of markup; got ${describeValue(source)}.`,
    });
  }
  if (source.length > maxLength) {
    throw new HtmlError("INPUT_TOO_LARGE", {
      message: `Expected at most ${maxLength} characters of markup; got ${source.length}.`,
      details: { length: source.length, maxLength },
    });
  }
}
