import { NodeKind, tagNames, walk } from "../html/index.ts";
import type { NodeId, Tree, View, Visitor } from "../html/index.ts";
import { MarkdownBuilder } from "./builder.ts";
import type { ElementContext, ElementHandler } from "./element-handler.ts";
import { defaultHandlers } from "./handlers/default-handlers.ts";
import type { MarkdownSettings } from "./options.ts";
import type { TableGrid } from "./table-grid.ts";
import { UrlResolver } from "./url-resolver.ts";

type HandlerTable = readonly (ElementHandler | undefined)[];

const builtIn: HandlerTable = tabulate(defaultHandlers);

/** The markdown of a view. */
export function convert(view: View, settings: MarkdownSettings): string {
  const conversion = new Conversion(view, settings);
  for (const root of view.roots) {
    conversion.out.block();
    walk({ ...view, roots: [root] }, conversion);
  }
  return conversion.out.finish();
}

/** Handlers by tag number. */
function tabulate(handlers: Readonly<Record<string, ElementHandler>>): HandlerTable {
  return tagNames.map((name) => (Object.hasOwn(handlers, name) ? handlers[name] : undefined));
}

class Conversion implements Visitor, ElementContext {
  readonly view: View;
  readonly tree: Tree;
  readonly out: MarkdownBuilder;
  readonly options: MarkdownSettings;
  readonly grids: (TableGrid | undefined)[] = [];
  node: NodeId = 0;
  readonly #table: HandlerTable;
  /** The host's handlers, which may be for names without a number. */
  readonly #named: Readonly<Record<string, ElementHandler>> | undefined;
  readonly #urls: UrlResolver;
  readonly #leftOut = new Set<NodeId>();

  constructor(view: View, options: MarkdownSettings) {
    this.view = view;
    this.tree = view.tree;
    this.options = options;
    this.out = new MarkdownBuilder(options);
    this.#urls = new UrlResolver(view.baseUrl);
    const own = Object.keys(options.handlers).length > 0;
    this.#named = own ? options.handlers : undefined;
    this.#table = own ? tabulate({ ...defaultHandlers, ...options.handlers }) : builtIn;
  }

  enter(node: NodeId): boolean {
    const { tree } = this;
    if (tree.kind(node) === NodeKind.text) {
      this.out.text(tree.text(node));
      return false;
    }
    if (this.#leftOut.size > 0 && this.#leftOut.has(node)) return false;
    const handler = this.#handler(node);
    if (handler === undefined) return true;
    this.node = node;
    return handler.enter(this);
  }

  leave(node: NodeId): void {
    const handler = this.#handler(node);
    if (handler?.exit === undefined) return;
    if (this.#leftOut.size > 0 && this.#leftOut.has(node)) return;
    this.node = node;
    handler.exit(this);
  }

  #handler(node: NodeId): ElementHandler | undefined {
    const tag = this.tree.tag(node);
    if (tag !== 0) return this.#table[tag];
    if (this.#named === undefined) return undefined;
    const name = this.tree.name(node);
    return name !== "" && Object.hasOwn(this.#named, name) ? this.#named[name] : undefined;
  }

  readonly attribute = (name: string): string | undefined => this.tree.attribute(this.node, name);

  readonly url = (reference: string | undefined): string | undefined =>
    reference === undefined ? undefined : this.#urls.resolve(reference);

  readonly leaveOut = (node: NodeId): void => void this.#leftOut.add(node);
}
