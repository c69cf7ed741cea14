import { hiddenChoices, type HiddenChoice } from "../html/index.ts";
import { UsageError } from "./terminal.ts";

/** The flags that say which part of a page is meant, for parseArgs. */
export const partFlags = {
  main: { type: "boolean" },
  include: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  comments: { type: "boolean" },
  hidden: { type: "string" },
} as const;

/** What a command's help says of {@link partFlags}. */
export const partHelp = `  --main             only the main content, without navigation, header and footer
  --include SEL      only the elements that match the CSS selector; may be repeated
  --exclude SEL      without the elements that match the CSS selector; may be repeated
  --comments         with --main: comments under an article too
  --hidden CHOICE    what the page hides from readers: omit (the default), keep, or marked (only
                     what the attribute hidden says)`;

interface PartValues {
  readonly main?: boolean | undefined;
  readonly include?: string[] | undefined;
  readonly exclude?: string[] | undefined;
  readonly comments?: boolean | undefined;
  readonly hidden?: string | undefined;
}

/**
 * Which part of a page the flags mean.
 * @throws UsageError
 */
export function partOf({ main = false, include, exclude, comments = false, hidden }: PartValues) {
  if (comments && !main) throw new UsageError("--comments goes with --main");
  return { main, include, exclude, comments, hidden: hiddenOf(hidden) };
}

function hiddenOf(written = "omit"): HiddenChoice {
  const choice = hiddenChoices.find((one) => one === written);
  if (choice !== undefined) return choice;
  throw new UsageError(`--hidden is one of ${hiddenChoices.join(", ")}; got ${written}`);
}
