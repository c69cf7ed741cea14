import { NodeKind, tagNames } from "../html/index.ts";
import {
  SignNames,
  centsOf,
  codeEditors,
  isDrawnFormula,
  reorderedTables,
} from "../html/internal.ts";
import type { NodeId, Tree, View } from "../html/index.ts";
import { MarkdownBuilder } from "./write/builder.ts";
import { CardLinks } from "./handlers/card-links.ts";
import { codeLanguage } from "./handlers/code-language.ts";
import { textOfLines } from "./handlers/code-text.ts";
import type { LinkTarget } from "./write/link-target.ts";
import type { ElementContext, ElementHandler } from "./handlers/element-handler.ts";
import { Footnotes } from "./handlers/footnotes.ts";
import { defaultHandlers } from "./handlers/default-handlers.ts";
import { handlersOfDrawings } from "./handlers/drawings.ts";
import { drawnMath } from "./handlers/math.ts";
import type { MarkdownSettings } from "./options.ts";
import type { TableGrid } from "./write/table-grid.ts";
import { TextStyles } from "./write/text-styles.ts";
import { UrlResolver } from "./url-resolver.ts";

type HandlerTable = readonly (ElementHandler | undefined)[];

const builtIn: HandlerTable = tabulate(defaultHandlers);

/** Digits that the cents of a price have. */
const CENTS = 2;

/** The markdown of a view. */
export function convert(view: View, settings: MarkdownSettings): string {
  const conversion = new Conversion(view, settings);
  for (const root of view.roots) {
    conversion.out.block();
    conversion.write(root);
  }
  return conversion.out.finish();
}

/** Handlers by tag number. */
function tabulate(handlers: Readonly<Record<string, ElementHandler>>): HandlerTable {
  return tagNames.map((name) => (Object.hasOwn(handlers, name) ? handlers[name] : undefined));
}

class Conversion implements ElementContext {
  readonly view: View;
  readonly tree: Tree;
  readonly out: MarkdownBuilder;
  readonly options: MarkdownSettings;
  readonly grids: (TableGrid | undefined)[] = [];
  readonly footnotes: Footnotes;
  readonly styles = new TextStyles();
  readonly names: SignNames;
  readonly cards: CardLinks;
  node: NodeId = 0;
  readonly #table: HandlerTable;
  /** The host's handlers, which may be for names without a number, and those of drawings. */
  readonly #named: Readonly<Record<string, ElementHandler>> | undefined;
  readonly #editors: ReadonlyMap<NodeId, readonly NodeId[]>;
  readonly #urls: UrlResolver;
  readonly #leftOut = new Set<NodeId>();
  readonly #reordered: ReadonlyMap<NodeId, readonly NodeId[]> | undefined;

  constructor(view: View, options: MarkdownSettings) {
    this.view = view;
    this.tree = view.tree;
    this.options = options;
    this.out = new MarkdownBuilder(options);
    this.names = new SignNames(view);
    this.cards = new CardLinks(view, this.names, options.images === "keep");
    this.footnotes = new Footnotes(view);
    this.#editors = codeEditors(view.tree);
    this.#urls = new UrlResolver(view.baseUrl);
    this.#reordered = reorderedTables(view.tree);
    const own = Object.keys(options.handlers).length > 0;
    const drawn = handlersOfDrawings(view);
    this.#named = own ? { ...drawn, ...options.handlers } : drawn;
    this.#table = own ? tabulate({ ...defaultHandlers, ...options.handlers }) : builtIn;
  }

  /** Writes a node and what is below it. A loop of its own, because this is where the time goes. */
  write(root: NodeId): void {
    const { tree } = this;
    const { dropped } = this.view;
    if (dropped[root] === 1) return;
    let node = root;
    for (;;) {
      const inside = dropped[node] === 0 && this.#enter(node) ? this.#inside(node) : 0;
      if (inside !== 0) {
        node = inside;
        continue;
      }
      if (dropped[node] === 0) this.#leave(node);
      let next = node === root ? 0 : tree.nextSibling(node);
      while (next === 0) {
        if (node === root) return;
        node = tree.parent(node);
        this.#leave(node);
        next = node === root ? 0 : tree.nextSibling(node);
      }
      node = next;
    }
  }

  /** What is to be written next inside the node; 0 when all of it is. */
  #inside(node: NodeId): NodeId {
    const parts = this.#reordered?.get(node);
    if (parts === undefined) return this.tree.firstChild(node);
    for (const part of parts) this.write(part);
    return 0;
  }

  #enter(node: NodeId): boolean {
    const { tree } = this;
    if (tree.kind(node) === NodeKind.text) {
      if (this.footnotes.isSign(node)) return false;
      if (tree.end(node) - tree.start(node) === CENTS) this.#separateCents(node);
      this.out.textNode(tree, node);
      return false;
    }
    if (this.#leftOut.size > 0 && this.#leftOut.has(node)) return false;
    if (!this.footnotes.isEmpty && this.#entersFootnote(node)) return !this.footnotes.isSign(node);
    if (this.#editors.size > 0 && this.#writesEditor(node)) return false;
    const handler = this.#handler(node);
    if (handler === undefined) return true;
    this.node = node;
    return handler.enter(this);
  }

  /** Whether a node is an editor of code, which is then written. */
  #writesEditor(node: NodeId): boolean {
    const lines = this.#editors.get(node);
    if (lines === undefined) return false;
    const language = codeLanguage(this.tree, lines[0] ?? node) || codeLanguage(this.tree, node);
    this.out.codeBlock(textOfLines(this.view, lines), language);
    return true;
  }

  /** Puts the point of a price before its cents. */
  #separateCents(text: NodeId): void {
    const mark = centsOf(this.view, text);
    if (mark === undefined) return;
    this.out.space(false);
    this.out.text(mark);
  }

  #leave(node: NodeId): void {
    if (!this.footnotes.isEmpty && this.#leavesFootnote(node)) return;
    const handler = this.#handler(node);
    if (handler?.exit === undefined) return;
    if (this.#leftOut.size > 0 && this.#leftOut.has(node)) return;
    this.node = node;
    handler.exit(this);
  }

  /** Whether a node is a footnote, which it then begins, or a sign in one. */
  #entersFootnote(node: NodeId): boolean {
    const label = this.footnotes.explained(node);
    if (label > 0) this.out.lists.startFootnote(label);
    return label > 0 || this.footnotes.isSign(node);
  }

  #leavesFootnote(node: NodeId): boolean {
    const isFootnote = this.footnotes.explained(node) > 0;
    if (isFootnote) this.out.lists.endFootnote();
    return isFootnote || this.footnotes.isSign(node);
  }

  #handler(node: NodeId): ElementHandler | undefined {
    const tag = this.tree.tag(node);
    if (tag !== 0) return this.#table[tag];
    if (this.#named === undefined) return isDrawnFormula(this.tree, node) ? drawnMath : undefined;
    const name = this.tree.name(node);
    if (name !== "" && Object.hasOwn(this.#named, name)) return this.#named[name];
    return isDrawnFormula(this.tree, node) ? drawnMath : undefined;
  }

  readonly attribute = (name: string): string | undefined => this.tree.attribute(this.node, name);

  readonly url = (reference: string | undefined): string | undefined =>
    reference === undefined ? undefined : this.#urls.resolve(reference);

  readonly target = (reference: string | undefined): LinkTarget | undefined =>
    reference === undefined ? undefined : this.#urls.target(reference);

  readonly leaveOut = (node: NodeId): void => void this.#leftOut.add(node);
}
