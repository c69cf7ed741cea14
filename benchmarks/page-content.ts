import { isBlock, NodeKind, tagIds, walk, type NodeId, type Tree, type View } from "dragline/html";

/** What is on a page, as lists that can be compared. */
export interface PageContent {
  /** Words of the visible text. */
  readonly text: string[];
  /** Text and URL of links with text. */
  readonly links: string[];
  readonly urls: string[];
  readonly images: string[];
  /** Level and text. */
  readonly headings: string[];
  /** Depth and first words. */
  readonly items: string[];
  /** Row, column and text of tables that hold no other. */
  readonly cells: string[];
  readonly code: string[];
  /** How often each mark of markdown occurs in the text. */
  readonly marks: ReadonlyMap<string, number>;
}

const lazy = ["data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src"];

/** Reads a view. Kept apart from the converter on purpose: it shares none of its code. */
export function contentOf(view: View): PageContent {
  const { tree } = view;
  const links: string[] = [];
  const urls: string[] = [];
  const images: string[] = [];
  const headings: string[] = [];
  const items: string[] = [];
  const cells: string[] = [];
  const code: string[] = [];
  walk(view, {
    enter(node) {
      const tag = tree.tag(node);
      if (tag === tagIds.a) addLink(node);
      else if (tag === tagIds.img) addImage(node);
      else if (tag >= tagIds.h1 && tag <= tagIds.h6) {
        const text = line(view, node);
        if (text !== "") headings.push(`${tree.name(node)} ${text}`);
      } else if (tag === tagIds.li) {
        const text = line(view, node, tagIds.ul, tagIds.ol).slice(0, 60);
        if (text !== "") items.push(`${depth(tree, node)} ${text}`);
      } else if (tag === tagIds.pre) {
        const text = raw(view, node).replaceAll("\u00a0", " ").trim();
        if (text !== "") code.push(text);
      } else if (tag === tagIds.table && !holdsTable(view, node)) addCells(node);
      return true;
    },
  });
  function addLink(node: NodeId): void {
    const url = absolute(tree.attribute(node, "href"), view.baseUrl);
    const text = line(view, node);
    if (url === undefined || text === "") return;
    urls.push(url);
    links.push(`${text} ${url}`);
  }
  function addImage(node: NodeId): void {
    const values = [...lazy, "src"].map((name) => tree.attribute(node, name));
    const source = values.find((value) => value !== undefined && !/^(?:data:|$|[{\d])/.test(value));
    const url = absolute(source, view.baseUrl);
    if (url !== undefined) images.push(url);
  }
  function addCells(table: NodeId): void {
    let row = -1;
    let column = 0;
    walk(
      { ...view, roots: [table] },
      {
        enter(node) {
          const tag = tree.tag(node);
          if (tag === tagIds.tr) [row, column] = [row + 1, 0];
          if (tag === tagIds.td || tag === tagIds.th) {
            const text = line(view, node);
            if (text !== "") cells.push(`${row},${column} ${text}`);
            column += Number.parseInt(tree.attribute(node, "colspan") ?? "1", 10) || 1;
          }
          return true;
        },
      },
    );
  }
  const text = readText(view);
  return {
    links,
    urls,
    images,
    headings,
    items,
    cells,
    code,
    text: text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [],
    marks: marksOf(text),
  };
}

function marksOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [mark] of text.matchAll(/\]\(|[*\\`|#~_<[]/g)) {
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

function absolute(reference: string | undefined, base: string | undefined): string | undefined {
  const url = reference === undefined ? null : URL.parse(reference.trim(), base);
  return url === null || /^(?:javascript|data|blob|vbscript):/.test(url.protocol)
    ? undefined
    : url.href;
}

function depth(tree: Tree, item: NodeId): number {
  let lists = 0;
  for (let at = tree.parent(item); at !== 0; at = tree.parent(at)) {
    if (tree.tag(at) === tagIds.ul || tree.tag(at) === tagIds.ol) lists += 1;
  }
  return lists;
}

function holdsTable(view: View, table: NodeId): boolean {
  let tables = 0;
  walk(
    { ...view, roots: [table] },
    { enter: (node) => view.tree.tag(node) !== tagIds.table || ++tables < 2 },
  );
  return tables > 1;
}

function line(view: View, root: NodeId, ...without: number[]): string {
  return fold(readText({ ...view, roots: [root] }, without));
}

function fold(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function readText(view: View, without: readonly number[] = []): string {
  const { tree } = view;
  let text = "";
  const edge = (node: NodeId): void => {
    const tag = tree.tag(node);
    if (isBlock(tag) || spaced.has(tag)) text += "\n";
  };
  walk(view, {
    enter(node) {
      if (without.includes(tree.tag(node))) return false;
      if (tree.kind(node) === NodeKind.text) text += tree.text(node);
      else edge(node);
      return !hidden.has(tree.tag(node)) && !tree.isForeign(node);
    },
    leave: edge,
  });
  return text.replace(/[\u00ad\u200b\u2060\ufeff]/g, "");
}

const spaced = new Set<number>([tagIds.br, tagIds.button, tagIds.label, tagIds.td, tagIds.th]);
const hidden = new Set<number>([tagIds.canvas, tagIds.object, tagIds.math]);

function raw(view: View, root: NodeId): string {
  let text = "";
  walk(
    { ...view, roots: [root] },
    {
      enter(node) {
        text += view.tree.text(node);
        if (view.tree.tag(node) === tagIds.br) text += "\n";
        return true;
      },
    },
  );
  return text;
}
