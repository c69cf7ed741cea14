import { hiddenChoices, type HiddenChoice } from "../html/index.ts";
import type { Values } from "./help/flag.ts";
import type { partFlags } from "./help/flags/page-flags.ts";
import { UsageError } from "./terminal/terminal.ts";

type PartValues = Values<typeof partFlags>;

/**
 * Which part of a page the flags mean.
 * @throws UsageError
 */
export function partOf({ main = false, include, exclude, comments = false, hidden }: PartValues) {
  if (comments && !main) throw new UsageError("--comments needs --main");
  return { main, include, exclude, comments, hidden: hiddenOf(hidden) };
}

function hiddenOf(written = "omit"): HiddenChoice {
  const choice = hiddenChoices.find((one) => one === written);
  if (choice !== undefined) return choice;
  throw new UsageError(`--hidden takes ${hiddenChoices.join(", ")}; got ${written}`);
}
