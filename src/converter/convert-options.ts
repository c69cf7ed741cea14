import { CoreError, meantName, withDefaults } from "../core/index.ts";
import type { HiddenChoice } from "../html/index.ts";
import { checkHidden, checkSelection } from "../html/internal.ts";
import type { MarkdownOptions } from "../markdown/index.ts";
import { convertFormats, type ConvertFormat } from "./conversion.ts";

type Plain = string | number | boolean | null | undefined;

/** Of `toMarkdown`'s options those that are data: no handlers, rules or plugins. */
export type PlainMarkdownOptions = {
  readonly [
    Name in keyof MarkdownOptions as MarkdownOptions[Name] extends Plain
      ? Exclude<Name, "url">
      : never
  ]: MarkdownOptions[Name];
};

/** What is made of a page. */
export interface ConvertOptions<
  Formats extends readonly ConvertFormat[] = readonly ConvertFormat[],
> {
  /**
   * The page's absolute URL, the base of relative ones; they stay relative without it, and links
   * and images that are relative are then left out.
   * @default ""
   */
  readonly url?: string | undefined;
  /**
   * Only the main content, without navigation, header and footer; `html` and `metadata` are the
   * whole page's all the same.
   * @default false
   */
  readonly main?: boolean | undefined;
  /**
   * CSS selectors: only the elements that match are meant, of the main content's place with `main`
   * and of the whole page without; where none matches, what is meant without this option. `html`
   * and `metadata` are the whole page's all the same.
   * @default []
   */
  readonly include?: readonly string[] | undefined;
  /**
   * CSS selectors; the elements that match are left out, with `main` and without.
   * @default []
   */
  readonly exclude?: readonly string[] | undefined;
  /**
   * Whether comments under an article are part of the main content, as the posts of a forum always
   * are; of no effect without `main`.
   * @default false
   */
  readonly comments?: boolean | undefined;
  /**
   * What becomes of what the page hides from its readers: `omit` leaves it out, as far as the page's
   * own markup and style elements tell; `marked` only what the attribute `hidden` says, for pages
   * that a browser wrote; `keep` leaves nothing out. `html` and `metadata` are the whole page's all
   * the same.
   * @default "omit"
   */
  readonly hidden?: HiddenChoice | undefined;
  /** The formats to make. @default ["markdown"] */
  readonly formats?: Formats | undefined;
  /** How markdown is written, as `toMarkdown` takes it; of no effect on other formats. @default {} */
  readonly markdown?: Omit<MarkdownOptions, "url"> | undefined;
}

/** What is made of a page in another thread: all of it is data. */
export interface PooledConvertOptions<
  Formats extends readonly ConvertFormat[] = readonly ConvertFormat[],
> extends ConvertOptions<Formats> {
  /** How markdown is written; of no effect on other formats. @default {} */
  readonly markdown?: PlainMarkdownOptions | undefined;
}

/** Options with their defaults. */
export type ConvertSettings = {
  readonly [Name in keyof ConvertOptions]-?: Exclude<ConvertOptions[Name], undefined>;
};

const defaults: ConvertSettings = Object.freeze({
  url: "",
  main: false,
  include: Object.freeze([]),
  exclude: Object.freeze([]),
  comments: false,
  hidden: "omit",
  formats: Object.freeze(["markdown"] as const),
  markdown: Object.freeze({}),
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 * @throws HtmlError `INVALID_SELECTOR`
 */
export function completeOptions(options: ConvertOptions | undefined): ConvertSettings {
  const complete = withDefaults<ConvertSettings>(defaults, options);
  checkFormats(complete.formats);
  checkSelection(complete);
  checkHidden(complete.hidden);
  checkMarkdown(complete.markdown);
  return complete;
}

/**
 * The same for another thread, which functions do not reach.
 * @throws CoreError `INVALID_OPTION`
 * @throws HtmlError `INVALID_SELECTOR`
 */
export function completePooledOptions(options: PooledConvertOptions | undefined): ConvertSettings {
  const complete = completeOptions(options);
  const wrong = Object.entries(complete.markdown).find(([, value]) => isUnclonable(value));
  if (wrong === undefined) return complete;
  throw new CoreError("INVALID_OPTION", {
    message: `Option '${wrong[0]}' of 'markdown' cannot be sent to a worker thread, which takes only strings, numbers and booleans; use convert(html, options) of dragline/converter, which runs in this thread.`,
    details: { option: "markdown", name: wrong[0] },
  });
}

function isUnclonable(value: unknown): boolean {
  return Object(value) === value || typeof value === "symbol";
}

function checkFormats(formats: unknown): void {
  const known: readonly unknown[] = convertFormats;
  const wrong = Array.isArray(formats)
    ? formats.findIndex((name) => !known.includes(name))
    : undefined;
  if (wrong === -1) return;
  const got = wrong === undefined ? typeof formats : String((formats as unknown[])[wrong]);
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'formats' must be a list of ${convertFormats.join(", ")}; got ${got}${meantName(got, convertFormats) || "."}`,
    details: { option: "formats", value: formats },
  });
}

/** Names and choices the markdown room checks. */
function checkMarkdown(markdown: unknown): void {
  if (typeof markdown === "object" && markdown !== null) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'markdown' must be an object; got ${markdown === null ? "null" : typeof markdown}.`,
    details: { option: "markdown" },
  });
}
