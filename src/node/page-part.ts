import type { Values } from "./help/flag.ts";
import type { partFlags } from "./help/flags/page-flags.ts";
import { UsageError } from "./terminal/terminal.ts";

type PartValues = Values<typeof partFlags>;

/**
 * Which part of a page the flags mean.
 * @throws UsageError
 */
export function partOf(values: PartValues) {
  const { main = false, include, exclude, comments = false, hidden = "omit" } = values;
  if (comments && !main) throw new UsageError("--comments needs --main");
  return { main, include, exclude, comments, hidden };
}
