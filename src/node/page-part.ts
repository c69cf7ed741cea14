import { UsageError } from "./terminal.ts";

/** The flags that say which part of a page is meant, for parseArgs. */
export const partFlags = {
  main: { type: "boolean" },
  include: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  comments: { type: "boolean" },
} as const;

/** What a command's help says of {@link partFlags}. */
export const partHelp = `  --main             only the main content, without navigation, header and footer
  --include SEL      only the elements that match the CSS selector; may be repeated
  --exclude SEL      without the elements that match the CSS selector; may be repeated
  --comments         with --main: comments under an article too`;

interface PartValues {
  readonly main?: boolean | undefined;
  readonly include?: string[] | undefined;
  readonly exclude?: string[] | undefined;
  readonly comments?: boolean | undefined;
}

/**
 * Which part of a page the flags mean.
 * @throws UsageError
 */
export function partOf({ main = false, include, exclude, comments = false }: PartValues) {
  if (comments && !main) throw new UsageError("--comments goes with --main");
  return { main, include, exclude, comments };
}
