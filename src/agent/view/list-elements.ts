import type { OutlineNode } from "./outline.ts";

/** An element that something can be done with. */
export interface PageElement {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  /** What has a name around it, outermost first: `form "Log in"`. */
  readonly within: readonly string[];
  /** What is said nearest to it, as in its row: 6 texts at most. */
  readonly beside: readonly string[];
}

/** Texts beside an element. */
const BESIDE = 6;

/** Lists the elements of an outline that something can be done with, in its order. */
export function listElements(
  nodes: readonly OutlineNode[],
  refOf: (key: string) => string,
): readonly PageElement[] {
  const found: PageElement[] = [];
  const visit = (node: OutlineNode, around: readonly OutlineNode[]): void => {
    const { role, name } = node;
    if (node.acts) {
      const within = around.filter((one) => one.name !== "").map(labelOf);
      found.push({ ref: refOf(node.key), role, name, within, beside: besideOf(node, around) });
    }
    for (const child of node.children) visit(child, [...around, node]);
  };
  for (const node of nodes) visit(node, []);
  return found;
}

/** Lists what the things of an outline say, each with its role: `heading: Boats`. */
export function listSaid(nodes: readonly OutlineNode[]): string[] {
  return nodes.flatMap((node) => {
    const text = textOf(node);
    const own = text === "" ? [] : [`${node.role}: ${text}`];
    return [...own, ...listSaid(node.children)];
  });
}

/** Lists the things of an outline that say a text, whatever its case. */
export function listSaying(nodes: readonly OutlineNode[], text: string): OutlineNode[] {
  const wanted = fold(text.trim());
  return nodes.flatMap((node) => {
    const said = [node.name, node.value, ...node.marks, ...node.options];
    const own = said.some((one) => fold(one).includes(wanted)) ? [node] : [];
    return [...own, ...listSaying(node.children, text)];
  });
}

function besideOf(node: OutlineNode, around: readonly OutlineNode[]): string[] {
  for (const one of around.toReversed()) {
    const texts: string[] = [];
    collect(one.children, { without: node, texts });
    if (texts.length > 0) return texts;
  }
  return [];
}

function collect(
  nodes: readonly OutlineNode[],
  { without, texts }: { readonly without: OutlineNode; readonly texts: string[] },
): void {
  for (const node of nodes) {
    if (texts.length >= BESIDE) return;
    if (node === without) continue;
    const text = textOf(node);
    if (text !== "" && text.length <= 200) texts.push(text);
    collect(node.children, { without, texts });
  }
}

function labelOf({ role, name }: OutlineNode): string {
  return `${role} "${name}"`;
}

function textOf({ name, value }: OutlineNode): string {
  return name === "" ? value : name;
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ");
}
