import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { drawnSign } from "./katex-signs.ts";
import { whole } from "./mathjax.ts";
import { MadeMath, type MadeElement } from "./presentation.ts";

/** What holds nothing but the look of a formula. */
const looks =
  /(?:^|\s)(?:strut|pstrut|vlist-s|nulldelimiter|frac-line|overline-line|underline-line|hide-tail|arraycolsep|fix|stretchy)(?:\s|$)/;
/** Classes of letters, by the variant that they have in MathML. */
const variants: Readonly<Record<string, string>> = {
  mathbf: "bold",
  textbf: "bold",
  mathbb: "double-struck",
  mathcal: "script",
  mathscr: "script",
  mathfrak: "fraktur",
  mathsf: "sans-serif",
  mathtt: "monospace",
  boldsymbol: "bold-italic",
  mathrm: "normal",
};
/** The part of a character through which a stroke goes that is drawn behind it. */
const STROKE = "\ue020";

/** What stands in one of the layers that KaTeX puts above each other. */
interface Layer {
  readonly node: NodeId;
  /** How far above the base line, in em. */
  readonly shift: number;
  readonly content: readonly MadeElement[];
}

/** What KaTeX draws of a formula as MathML. */
export function mathOfKatex(tree: Tree, drawing: NodeId): MadeElement {
  return { name: "math", content: new KatexReader(tree).row(drawing) };
}

class KatexReader {
  readonly #tree: Tree;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  row(node: NodeId): MadeElement[] {
    const tree = this.#tree;
    let found: MadeElement[] = [];
    for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
      if (tree.kind(child) === NodeKind.text) found.push(...this.#letters(child));
      if (tree.kind(child) !== NodeKind.element) continue;
      if (this.#is(child, "msupsub")) found = [scripted(found, this.#layers(child))];
      else found.push(...this.#part(child));
    }
    return struck(found);
  }

  #is(node: NodeId, name: string): boolean {
    return this.#classes(node).includes(name);
  }

  #classes(node: NodeId): readonly string[] {
    return (this.#tree.attribute(node, "class") ?? "").split(/\s+/);
  }

  #part(node: NodeId): readonly MadeElement[] {
    const classes = this.#classes(node);
    if (looks.test(classes.join(" ")) || this.#tree.isForeign(node)) return [];
    if (classes.includes("text")) return [{ name: "mtext", content: this.#text(node) }];
    if (classes.includes("delimsizing")) {
      const text = this.#text(node).trim();
      return [{ name: "mo", content: text === "" ? this.sign(node) : whole(text) }];
    }
    const name = classes.find((each) => Object.hasOwn(structures, each));
    if (name === undefined) return grouped(this.row(node), this.#tree, node);
    return (structures[name] as Structure)(this.#layers(node), this, node);
  }

  /** The columns of a table as rows. */
  table(node: NodeId): MadeElement[] {
    const tree = this.#tree;
    const columns: (readonly Layer[])[] = [];
    for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
      if (/(?:^|\s)col-align-/.test(tree.attribute(child, "class") ?? "")) {
        columns.push(this.#layers(child));
      }
    }
    const count = Math.max(0, ...columns.map((column) => column.length));
    const rows = Array.from({ length: count }, (_, index): MadeElement => {
      const cells = columns.map((column) => ({
        name: "mtd",
        content: column[index]?.content ?? [],
      }));
      return { name: "mtr", content: cells };
    });
    return [{ name: "mtable", content: rows }];
  }

  /** The index of a root, which stands before it. */
  index(node: NodeId): readonly MadeElement[] {
    const first = this.#tree.firstChild(node);
    return this.#is(first, "root") ? this.#layers(first).flatMap(({ content }) => content) : [];
  }

  /** The sign that a path draws below an element. */
  sign(node: NodeId): string {
    return drawnSign(this.#tree, node);
  }

  /** Whether a layer has a class below it. */
  has(node: NodeId, name: RegExp): boolean {
    const tree = this.#tree;
    for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
      if (name.test(tree.attribute(child, "class") ?? "") || this.has(child, name)) return true;
    }
    return name.test(tree.attribute(node, "class") ?? "");
  }

  /** What stands above each other in an element, the uppermost first. */
  #layers(node: NodeId): readonly Layer[] {
    const list = this.#list(node);
    const tree = this.#tree;
    const layers: Layer[] = [];
    if (list === 0) return layers;
    for (let child = tree.firstChild(list); child !== 0; child = tree.nextSibling(child)) {
      if (tree.kind(child) !== NodeKind.element) continue;
      const top = numberIn(tree.attribute(child, "style"), "top");
      const strut = numberIn(tree.attribute(tree.firstChild(child), "style"), "height");
      layers.push({ node: child, shift: -top - strut, content: this.row(child) });
    }
    return layers.toSorted((one, other) => other.shift - one.shift);
  }

  /** The list of layers directly in an element; 0 without one. */
  #list(node: NodeId): NodeId {
    const tree = this.#tree;
    let at = tree.firstChild(node);
    while (at !== 0 && !this.#is(at, "vlist-t")) at = tree.nextSibling(at);
    return at === 0 ? 0 : tree.firstChild(tree.firstChild(at));
  }

  #text(node: NodeId): string {
    const tree = this.#tree;
    if (tree.kind(node) === NodeKind.text) return tree.text(node).replaceAll("\u200b", "");
    let text = "";
    for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
      text += this.#text(child);
    }
    return text;
  }

  #letters(text: NodeId): MadeElement[] {
    const content = this.#text(text).trim();
    if (content === "") return [];
    const classes = this.#classes(this.#tree.parent(text));
    const style = classes.find((name) => Object.hasOwn(variants, name));
    const mathvariant = style === undefined ? undefined : variants[style];
    if (mathvariant !== undefined) return [{ name: "mi", content, attributes: { mathvariant } }];
    if (classes.includes("mop") && content.length > 1) return [{ name: "mi", content }];
    if (/^[\d.,]+$/.test(content)) return [{ name: "mn", content }];
    return Array.from(content, (letter) => ({
      name: /\p{L}/u.test(letter) ? "mi" : "mo",
      content: letter,
    }));
  }
}

type Structure = (layers: readonly Layer[], reader: KatexReader, node: NodeId) => MadeElement[];

const structures: Readonly<Record<string, Structure>> = {
  mfrac(layers) {
    // The bar is a layer too.
    const isBarred = layers.length > 2;
    const [above, below] = filled(layers).map(({ content }) => mrow(content));
    const attributes = isBarred ? undefined : { linethickness: "0" };
    return [{ name: "mfrac", content: [above ?? mrow([]), below ?? mrow([])], attributes }];
  },
  sqrt(layers, reader, node) {
    const content = mrow(filled(layers).flatMap((layer) => layer.content));
    const index = reader.index(node);
    if (index.length === 0) return [{ name: "msqrt", content: [content] }];
    return [{ name: "mroot", content: [content, mrow(index)] }];
  },
  mtable: (_, reader, node) => reader.table(node),
  "op-limits": (layers, reader) => limited(layers, reader),
  mover: (layers, reader) => limited(layers, reader),
  munder: (layers, reader) => limited(layers, reader),
  accent: (layers, reader) => accented(layers, reader),
  accentunder: (layers, reader) => accented(layers, reader),
  overline: (layers) => [marked("mover", layers, "¯")],
  underline: (layers) => [marked("munder", layers, "_")],
};

function filled(layers: readonly Layer[]): readonly Layer[] {
  return layers.filter(({ content }) => content.length > 0);
}

function mrow(content: readonly MadeElement[]): MadeElement {
  const [only] = content;
  return content.length === 1 && only !== undefined ? only : { name: "mrow", content };
}

function marked(name: string, layers: readonly Layer[], mark: string): MadeElement {
  const base = mrow(filled(layers).flatMap(({ content }) => content));
  return { name, content: [base, { name: "mo", content: mark }] };
}

/** A base with what is drawn above and below it: the letters of that are smaller. */
function limited(layers: readonly Layer[], reader: KatexReader): MadeElement[] {
  const brace = layers.findIndex(({ node }) => reader.has(node, /(?:^|\s)brace-/));
  const inner = filled(layers);
  if (brace !== -1 && inner.length === 1) {
    const isAbove = brace === 0;
    return [marked(isAbove ? "mover" : "munder", layers, isAbove ? "⏞" : "⏟")];
  }
  const isSmall = (layer: Layer): boolean => reader.has(layer.node, /^sizing\s/) && !isBase(layer);
  const isBase = ({ shift }: Layer): boolean => Math.abs(shift) < NEAR;
  const at = Math.max(
    0,
    inner.findIndex((layer) => !isSmall(layer)),
  );
  const base = mrow(inner[at]?.content ?? []);
  const above = mrow(inner.slice(0, at).flatMap(({ content }) => content));
  const below = mrow(inner.slice(at + 1).flatMap(({ content }) => content));
  if (at === 0) return [{ name: "munder", content: [base, below] }];
  if (at === inner.length - 1) return [{ name: "mover", content: [base, above] }];
  return [{ name: "munderover", content: [base, below, above] }];
}

/** What is not further from the base line, in em, stands on it. */
const NEAR = 0.01;

function accented(layers: readonly Layer[], reader: KatexReader): MadeElement[] {
  const isMark = ({ node, content }: Layer): boolean =>
    content.length === 0 || reader.has(node, /^accent-body/);
  const base = mrow(layers.filter((layer) => !isMark(layer)).flatMap(({ content }) => content));
  const mark = layers.find(isMark);
  if (mark === undefined) return [base];
  const text = new MadeMath(mrow(mark.content)).text(0);
  const isArrow = reader.has(mark.node, /^overlay/);
  const sign = text !== "" ? text : isArrow ? "\u20d7" : reader.sign(mark.node);
  if (sign === "") return [base];
  return [{ name: "mover", content: [base, { name: "mo", content: sign }] }];
}

/** The last part of a row with what is raised and lowered behind it. */
function scripted(before: readonly MadeElement[], layers: readonly Layer[]): MadeElement {
  const base = mrow(before);
  const raised = filled(layers).filter(({ shift }) => shift > 0);
  const lowered = filled(layers).filter(({ shift }) => shift <= 0);
  const [above, below] = [raised, lowered].map((list) =>
    mrow(list.flatMap(({ content }) => content)),
  ) as [MadeElement, MadeElement];
  if (lowered.length === 0) return { name: "msup", content: [base, above] };
  if (raised.length === 0) return { name: "msub", content: [base, below] };
  return { name: "msubsup", content: [base, below, above] };
}

/** Signs with the strokes that go through them. */
function struck(content: readonly MadeElement[]): MadeElement[] {
  const found: MadeElement[] = [];
  for (const element of content) {
    const sign = element.content;
    if (found.at(-1)?.content !== STROKE || typeof sign !== "string") found.push(element);
    else found[found.length - 1] = { name: "mo", content: `${sign}\u0338`.normalize("NFC") };
  }
  return found;
}

/** What is between delimiters belongs together. */
function grouped(content: MadeElement[], tree: Tree, node: NodeId): readonly MadeElement[] {
  const isGroup = /(?:^|\s)(?:minner|mord)(?:\s|$)/.test(tree.attribute(node, "class") ?? "");
  return isGroup && content.length > 1 ? [mrow(content)] : content;
}

function numberIn(style: string | undefined, property: string): number {
  const value = new RegExp(`(?:^|;)\\s*${property}:\\s*(-?[\\d.]+)`).exec(style ?? "")?.[1];
  return value === undefined ? 0 : Number(value);
}
