/** What rules may read of a node; the DOM's own types fit. */
export interface TurndownNode {
  /** 1 for an element, 3 for a text. */
  readonly nodeType: number;
  /** In upper case for HTML elements: `DIV`. */
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly outerHTML: string;
  readonly innerHTML: string;
  readonly className: string;
  readonly id: string;
  /** The attribute's value, of `href` and `src` absolute; null without it. */
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
}

/** Turndown's options, as rules see them. */
export interface TurndownOptions {
  /** `atx` or `setext`. */
  readonly headingStyle?: string | undefined;
  /** What a thematic break is written as. */
  readonly hr?: string | undefined;
  /** What stands at the end of a line that `br` breaks. */
  readonly br?: string | undefined;
  /** The bullet of lists. */
  readonly bulletListMarker?: string | undefined;
  /** `fenced` or `indented`. */
  readonly codeBlockStyle?: string | undefined;
  /** The fence of code blocks. */
  readonly fence?: string | undefined;
  /** The mark of emphasis. */
  readonly emDelimiter?: string | undefined;
  /** The mark of strong emphasis. */
  readonly strongDelimiter?: string | undefined;
  /** `inlined` or `referenced`. */
  readonly linkStyle?: string | undefined;
  /** How referenced links are numbered or named. */
  readonly linkReferenceStyle?: string | undefined;
}

interface Functions {
  filter(node: TurndownNode, options: TurndownOptions): boolean;
  replacement(content: string, node: TurndownNode, options: TurndownOptions): string;
}

/** Which elements a rule is for: a name in lower case, several, or a question. */
export type TurndownFilter = string | readonly string[] | Functions["filter"];

/** A rule of turndown: which elements it is for, and their markdown given that of their content. */
export interface TurndownRule {
  readonly filter: TurndownFilter;
  /** The element's markdown; without it, its content as it is. */
  readonly replacement?: Functions["replacement"] | undefined;
}

/** What plugins may do with turndown's service. */
export interface TurndownService {
  addRule(key: string, rule: TurndownRule): unknown;
  keep(filter: TurndownFilter): unknown;
  remove(filter: TurndownFilter): unknown;
  use(plugins: TurndownPlugin | TurndownPlugin[]): unknown;
  escape(text: string): string;
  readonly options: TurndownOptions;
}

interface Plugging {
  plug(service: TurndownService): unknown;
}

/** A plugin of turndown: it is given the service and adds its rules. */
export type TurndownPlugin = Plugging["plug"];
