import { cut, type OutlineNode } from "./outline.ts";

/** Things of one kind in a row that are shown before the rest is folded. */
const ITEMS = 20;
/** How many more than that make folding worth its line. */
const SPARE = 10;
/** Characters of a text or a value that are shown. */
const TEXT = 300;
/** Options that stand in a control's line, and their characters. */
const OPTIONS = 20;
const OPTIONS_LENGTH = 300;
/** Bytes that a UTF-16 unit takes at most. */
const UNIT = 3;
/** Bytes that a line which tells of folded ones takes at most. */
const FOLD_LINE = 64;

/** What a writer has written. */
interface Written {
  readonly text: string;
  readonly isFolded: boolean;
}

/** How much is written. */
export interface WriteLimits {
  /** Bytes of the whole. */
  readonly maxBytes: number;
  /** Whether everything is shown that the bytes allow: nothing is folded for its number or length. */
  readonly isPart?: boolean;
  /** Where in its whole a text begins. @default 0 */
  readonly textFrom?: number;
}

/** Writes outlines as lines, folded so that they fit. */
export class OutlineWriter {
  readonly #refOf: (key: string) => string;
  readonly #limits: WriteLimits;
  readonly #lines = new Map<OutlineNode, string>();
  readonly #sizes = new Map<OutlineNode, number>();
  #isFolded = false;

  /** @param refOf gives an element its reference */
  constructor(refOf: (key: string) => string, limits: WriteLimits) {
    this.#refOf = refOf;
    this.#limits = limits;
  }

  /** @param around the key of what the nodes are in, by which folded ones are opened */
  write(
    nodes: readonly OutlineNode[],
    around: { readonly key: string; readonly from: number },
  ): Written {
    const lines = this.#list({ nodes, around, depth: 0, bytes: this.#limits.maxBytes });
    return { text: lines.join("\n"), isFolded: this.#isFolded };
  }

  /** A node's own line, without what is in it. */
  line(node: OutlineNode): string {
    const known = this.#lines.get(node) ?? this.#line(node);
    this.#lines.set(node, known);
    return known;
  }

  #line(node: OutlineNode): string {
    const { role, name, value, marks, acts, key } = node;
    const parts = [`- ${role}`];
    if (name !== "") parts.push(`"${name.replaceAll('"', "'")}"`);
    if (acts) parts.push(`[ref=${this.#refOf(key)}]`);
    for (const mark of marks) parts.push(`[${mark}]`);
    const options = this.#options(node);
    if (options !== "") parts.push(options);
    if (value !== "") parts[parts.length - 1] += `: ${this.#shortValue(node)}`;
    return parts.join(" ");
  }

  #shortValue({ value, key }: OutlineNode): string {
    const { isPart = false, maxBytes, textFrom = 0 } = this.#limits;
    const most = isPart ? Math.floor(maxBytes / 2 / UNIT) : TEXT;
    if (value.length <= most + FOLD_LINE) return value;
    this.#isFolded = true;
    const shown = cut(value, most);
    const length = shown.length - 1;
    const ref = `${this.#refOf(key)}@${textFrom + length}`;
    return `${shown} (${value.length - length} more characters [ref=${ref}])`;
  }

  #options({ options, key }: OutlineNode): string {
    if (options.length === 0) return "";
    const shown: string[] = [];
    let length = 0;
    for (const option of options.slice(0, OPTIONS)) {
      length += option.length + 3;
      if (length > OPTIONS_LENGTH) break;
      shown.push(option);
    }
    const more = options.length - shown.length;
    if (more > 0) this.#isFolded = true;
    const rest =
      more === 0 ? "" : ` … ${more} more options [ref=${this.#refOf(key)}@${shown.length}]`;
    return `[options: ${shown.join(" | ")}${rest}]`;
  }

  #list(list: NodeList): string[] {
    const { nodes, depth, bytes } = list;
    const usual = nodes.length > ITEMS + SPARE ? ITEMS : nodes.length;
    let count = this.#limits.isPart === true ? nodes.length : usual;
    const reserve = FOLD_LINE + 2 * depth;
    const needed = nodes.slice(0, count).map((node) => this.#least(node, depth));
    let total = sum(needed);
    while (count > 0 && total + (count < nodes.length ? reserve : 0) > bytes) {
      count -= 1;
      total -= needed[count] ?? 0;
    }
    const shown = nodes.slice(0, count);
    const fold = count < nodes.length ? reserve : 0;
    const lines = this.#shared(shown, { ...list, bytes: bytes - fold });
    if (count < nodes.length) lines.push(this.#foldLine(list, count));
    return lines;
  }

  #foldLine({ nodes, around, depth }: NodeList, count: number): string {
    this.#isFolded = true;
    const rest = nodes.length - count;
    const ref = `${this.#refOf(around.key)}@${around.from + count}`;
    return `${"  ".repeat(depth)}… ${rest} more items [ref=${ref}]`;
  }

  /** Shares out bytes: who needs less than a fair share gets all it needs, the others the rest. */
  #shared(nodes: readonly OutlineNode[], { depth, bytes }: NodeList): string[] {
    const least = nodes.map((node) => this.#least(node, depth));
    const most = nodes.map((node) => this.#size(node, depth));
    let level = Number.POSITIVE_INFINITY;
    if (sum(most) > bytes) {
      const wants = most.map((size, index) => size - (least[index] ?? 0));
      level = waterLevel(wants, bytes - sum(least));
    }
    return nodes.flatMap((node, index) => {
      const [low = 0, high = 0] = [least[index], most[index]];
      const share = low + Math.min(high - low, level);
      return this.#node(node, depth, share);
    });
  }

  #node(node: OutlineNode, depth: number, bytes: number): string[] {
    const own = `${"  ".repeat(depth)}${this.line(node)}`;
    if (node.children.length === 0) return [own];
    const left = bytes - size(own) - 1;
    const around = { key: node.key, from: 0 };
    return [
      `${own}:`,
      ...this.#list({ nodes: node.children, around, depth: depth + 1, bytes: left - 1 }),
    ];
  }

  /** Bytes of a node's own line with one that says what is folded in it. */
  #least(node: OutlineNode, depth: number): number {
    const own = size(this.line(node)) + 2 * depth + 2;
    return Math.min(own + FOLD_LINE + 2 * (depth + 1), this.#size(node, depth));
  }

  /** Bytes of a node with all that is in it, as far as it is not folded for its number. */
  #size(node: OutlineNode, depth: number): number {
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    const { children } = node;
    const isLong = this.#limits.isPart !== true && children.length > ITEMS + SPARE;
    const shown = isLong ? children.slice(0, ITEMS) : children;
    let bytes = size(this.line(node)) + 2 * depth + 2 + (isLong ? FOLD_LINE + 2 * (depth + 1) : 0);
    for (const child of shown) bytes += this.#size(child, depth + 1);
    this.#sizes.set(node, bytes);
    return bytes;
  }
}

interface NodeList {
  readonly nodes: readonly OutlineNode[];
  readonly around: { readonly key: string; readonly from: number };
  readonly depth: number;
  readonly bytes: number;
}

/** The level up to which all are filled when `spare` is shared out fairly. */
function waterLevel(wants: readonly number[], spare: number): number {
  let left = Math.max(0, spare);
  const sorted = wants.toSorted((one, other) => one - other);
  for (const [index, want] of sorted.entries()) {
    const share = left / (sorted.length - index);
    if (want > share) return share;
    left -= want;
  }
  return Number.POSITIVE_INFINITY;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function size(text: string): number {
  return Buffer.byteLength(text);
}
