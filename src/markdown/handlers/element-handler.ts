import type { SignNames } from "../../html/internal.ts";
import type { NodeId, Tree, View } from "../../html/index.ts";
import type { MarkdownBuilder } from "../write/builder.ts";
import type { CardLinks } from "./card-links.ts";
import type { Footnotes } from "./footnotes.ts";
import type { LinkTarget } from "../write/link-target.ts";
import type { MarkdownSettings } from "../options.ts";
import type { TableGrid } from "../write/table-grid.ts";
import type { TextStyles } from "../write/text-styles.ts";

/** The element that a handler is called for. One object serves a whole conversion: keep none. */
export interface ElementContext {
  /** The part of the page that is being converted. */
  readonly view: View;
  /** The page. */
  readonly tree: Tree;
  /** The element. */
  readonly node: NodeId;
  /** What the markdown is written with. */
  readonly out: MarkdownBuilder;
  /** The conversion's options, complete. */
  readonly options: MarkdownSettings;
  /** The tables around the element, innermost last; none for a table written as blocks. */
  readonly grids: (TableGrid | undefined)[];
  /** The footnotes of the page. */
  readonly footnotes: Footnotes;
  /** The names of links that show only a sign. */
  readonly names: SignNames;
  /** The links without text that headings are written with. */
  readonly cards: CardLinks;
  /** The styles of the text around the element. */
  readonly styles: TextStyles;
  /** The element's attribute; empty for a bare one, undefined without one. */
  readonly attribute: (name: string) => string | undefined;
  /** The absolute URL of a reference; undefined for scripts, inline content and nonsense. */
  readonly url: (reference: string | undefined) => string | undefined;
  /** Where a link to a reference leads; undefined like {@link url}. */
  readonly target: (reference: string | undefined) => LinkTarget | undefined;
  /** Leaves out a node that comes later, with all below it. */
  readonly leaveOut: (node: NodeId) => void;
}

/**
 * How elements of one name become markdown: `enter` writes what comes before the content, `exit`
 * what comes behind.
 */
export interface ElementHandler {
  /** The element begins. `false` leaves out its content; `exit` is called all the same. */
  enter(element: ElementContext): boolean;
  /** The element ends. */
  exit?(element: ElementContext): void;
}
