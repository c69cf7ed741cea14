import { checkNumber, CoreError, withDefaults } from "../core/index.ts";
import type { ElementHandler } from "./handlers/element-handler.ts";
import { checkTurndown } from "./turndown/check-turndown.ts";
import type { TurndownPlugin, TurndownRule } from "./turndown/turndown-types.ts";

/** How markdown is written. */
export interface MarkdownOptions {
  /**
   * The page's absolute URL; relative links and images are resolved against it when the input is
   * a string (a view brings its own). Without it they stay relative.
   * @default undefined
   */
  readonly url?: string | undefined;
  /** `# Title`, or underlined titles for levels 1 and 2. @default "atx" */
  readonly headingStyle?: "atx" | "setext" | undefined;
  /** The bullet of lists; a list directly behind another takes a different one. @default "-" */
  readonly bullet?: "-" | "*" | "+" | undefined;
  /** The character of code fences. @default "`" */
  readonly fence?: "`" | "~" | undefined;
  /** The mark of emphasis; where `_` has no effect (inside words) `*` is written. @default "*" */
  readonly emphasis?: "*" | "_" | undefined;
  /** The mark of strong emphasis, with the same exception. @default "**" */
  readonly strong?: "**" | "__" | undefined;
  /**
   * `[text](url)`, or `[text][1]` with the URLs at the end, or the text alone.
   * @default "inline"
   */
  readonly links?: "inline" | "reference" | "text" | undefined;
  /** Images as they are, their alternative text alone, or nothing. @default "keep" */
  readonly images?: "keep" | "alt" | "drop" | undefined;
  /**
   * What the reader knows: GitHub's tables, strikethrough and task lists, or CommonMark alone;
   * then tables become a paragraph per row. @default "gfm"
   */
  readonly flavor?: "gfm" | "commonmark" | undefined;
  /**
   * What a table with lists, several paragraphs or merged cells becomes: a GFM table in which they
   * are one line of text and empty cells, or an HTML table that keeps them, cleaned and safe to
   * show (it needs a reader that lets HTML through). @default "gfm"
   */
  readonly tables?: "gfm" | "html" | undefined;
  /**
   * Columns after which lines of text are broken at a space, 20 or more; 0 breaks none. Longer
   * words, code, headings and tables stay on one line. @default 0
   */
  readonly wrap?: number | undefined;
  /**
   * Begins with what the page says about itself as a block of YAML: `title`, `description`,
   * `author`, `publishedTime`, `modifiedTime`, `language`, `siteName`, `canonicalUrl`, `image`;
   * a page that says nothing has none. @default false
   */
  readonly frontMatter?: boolean | undefined;
  /**
   * Writes as HTML tags what markdown has no form for: `sub`, `sup`, `ins`, `mark`, `kbd`, and
   * line breaks in table cells. Otherwise the output holds no HTML at all. @default false
   */
  readonly inlineHtml?: boolean | undefined;
  /**
   * Handlers by element name in lower case, before the built-in ones ({@link ElementHandler}).
   * @default {}
   */
  readonly handlers?: Readonly<Record<string, ElementHandler>> | undefined;
  /**
   * Rules of turndown by their key. With one, or with a plugin, the host's package `turndown`
   * (7.2 or newer) writes the markdown over the same tree, and `handlers` are not asked; without,
   * nothing of it is loaded. @default {}
   */
  readonly turndownRules?: Readonly<Record<string, TurndownRule>> | undefined;
  /**
   * Plugins of turndown, such as those that its community publishes; they go over our GFM, and
   * `turndownRules` over them. @default []
   */
  readonly turndownPlugins?: readonly TurndownPlugin[] | undefined;
}

/** Options with their defaults. */
export type MarkdownSettings = {
  readonly [Name in Exclude<keyof MarkdownOptions, "url">]-?: Exclude<
    MarkdownOptions[Name],
    undefined
  >;
} & {
  readonly url: string | undefined;
};

/** Narrower lines would hold a word each. */
const LEAST_COLUMNS = 20;

const choices = Object.freeze({
  headingStyle: ["atx", "setext"],
  bullet: ["-", "*", "+"],
  fence: ["`", "~"],
  emphasis: ["*", "_"],
  strong: ["**", "__"],
  links: ["inline", "reference", "text"],
  images: ["keep", "alt", "drop"],
  flavor: ["gfm", "commonmark"],
  tables: ["gfm", "html"],
  frontMatter: [true, false],
  inlineHtml: [true, false],
} as const);

const defaults: MarkdownSettings = Object.freeze({
  url: undefined,
  headingStyle: "atx",
  bullet: "-",
  fence: "`",
  emphasis: "*",
  strong: "**",
  links: "inline",
  images: "keep",
  flavor: "gfm",
  tables: "gfm",
  wrap: 0,
  frontMatter: false,
  inlineHtml: false,
  handlers: Object.freeze({}),
  turndownRules: Object.freeze({}),
  turndownPlugins: Object.freeze([]),
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeOptions(options: MarkdownOptions | undefined): MarkdownSettings {
  const complete = withDefaults<MarkdownSettings>(defaults, options);
  for (const [name, allowed] of Object.entries(choices)) {
    const value = complete[name as keyof typeof choices];
    if (!(allowed as readonly unknown[]).includes(value)) {
      throw new CoreError("INVALID_OPTION", {
        message: `Option '${name}' must be one of ${allowed.map(String).join(", ")}; got ${String(value)}.`,
        details: { option: name, value },
      });
    }
  }
  checkNumber("wrap", complete.wrap, { min: 0, max: Number.MAX_SAFE_INTEGER });
  if (complete.wrap > 0) checkNumber("wrap", complete.wrap, { min: LEAST_COLUMNS });
  checkHandlers(complete.handlers);
  checkTurndown(complete);
  return complete;
}

function checkHandlers(handlers: MarkdownSettings["handlers"]): void {
  for (const [name, handler] of Object.entries(handlers)) {
    if (typeof (handler as Partial<ElementHandler> | undefined)?.enter === "function") continue;
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'handlers' needs an object with a method 'enter' for '${name}'.`,
      details: { option: "handlers", element: name },
    });
  }
}
