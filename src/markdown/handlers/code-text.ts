import { NodeKind, tagIds, type NodeId, type Tree, type View } from "../../html/index.ts";
import { isBlock } from "../../html/internal.ts";
import { isCodeDecoration } from "../../html/internal.ts";
import { isNumbering, lineNumbers } from "../write/line-numbers.ts";

/** The text of code: every line as it is, without line numbers. */
export function codeText(view: View, root: NodeId): string {
  const reader = new CodeReader(view);
  const { tree, dropped } = view;
  const linesOfCode = countCodes(tree, root) > 1;
  reader.leaveOut(lineNumbers(view, root));
  let node = root;
  for (;;) {
    const kept = dropped[node] === 0 && (node === root || reader.isCode(node));
    if (kept) reader.enter(node, linesOfCode);
    else reader.passOver(node);
    const inside = kept ? tree.firstChild(node) : 0;
    if (inside !== 0) {
      node = inside;
      continue;
    }
    if (kept) reader.leave(node, linesOfCode);
    while (node !== root && tree.nextSibling(node) === 0) {
      node = tree.parent(node);
      reader.leave(node, linesOfCode);
    }
    if (node === root) return reader.finish();
    node = tree.nextSibling(node);
  }
}

/** Some highlighters put each line into a `code` of its own. */
function countCodes(tree: Tree, root: NodeId): number {
  let count = 0;
  for (let child = tree.firstChild(root); child !== 0; child = tree.nextSibling(child)) {
    if (tree.tag(child) === tagIds.code) count += 1;
  }
  return count;
}

class CodeReader {
  readonly #view: View;
  readonly #tree: Tree;
  readonly #parts: string[] = [];
  /** Whether the next text begins a line of its own. */
  #wantsLine = false;
  #atLineStart = true;
  /** Where the current row of a table begins in the parts, and whether a line stands before it. */
  #row = { from: 0, isNext: false };
  #leftOut: ReadonlySet<NodeId> | undefined = undefined;
  /** Lines whose number, which stood before them, was left out. */
  #numbered = 0;

  constructor(view: View) {
    this.#view = view;
    this.#tree = view.tree;
  }

  leaveOut(nodes: readonly NodeId[]): void {
    if (nodes.length > 0) this.#leftOut = new Set(nodes);
  }

  isCode(node: NodeId): boolean {
    const tag = this.#tree.tag(node);
    if (tag === tagIds.button || this.#leftOut?.has(node)) return false;
    if (tag === tagIds.td && isNumbering(this.#view, node)) return false;
    return tag === 0 || !isCodeDecoration(this.#tree, node);
  }

  /** Notes a number that was left out at the start of a line. */
  passOver(node: NodeId): void {
    const tag = this.#tree.tag(node);
    if (this.#atLineStart && tag !== tagIds.td && !isBlock(tag)) this.#numbered += 1;
  }

  enter(node: NodeId, linesOfCode: boolean): void {
    const tag = this.#tree.tag(node);
    if (tag === tagIds.tr)
      this.#row = { from: this.#parts.length, isNext: this.#wantsLine || !this.#atLineStart };
    if (this.#tree.kind(node) === NodeKind.text) this.#write(this.#tree.text(node));
    else if (tag === tagIds.br) this.#write("\n");
    else if (this.#isLine(tag, linesOfCode)) this.#wantsLine = !this.#atLineStart;
  }

  leave(node: NodeId, linesOfCode: boolean): void {
    if (this.#tree.tag(node) === tagIds.tr) this.#endRow();
    if (this.#isLine(this.#tree.tag(node), linesOfCode)) this.#wantsLine = !this.#atLineStart;
  }

  /** A row without text is an empty line. */
  #endRow(): void {
    const { from, isNext } = this.#row;
    const text = this.#parts.slice(from).join("");
    if (text.trim() !== "") return;
    this.#parts.length = from;
    this.#parts.push(isNext ? "\n\n" : "\n");
    this.#wantsLine = false;
    this.#atLineStart = true;
  }

  #isLine(tag: number, linesOfCode: boolean): boolean {
    if (tag === tagIds.code) return linesOfCode;
    return tag !== tagIds.pre && isBlock(tag);
  }

  #write(text: string): void {
    if (text === "") return;
    if (this.#wantsLine && !text.startsWith("\n")) this.#parts.push("\n");
    this.#wantsLine = false;
    this.#parts.push(text);
    this.#atLineStart = text.endsWith("\n");
  }

  finish(): string {
    const text = this.#parts
      .join("")
      .replace(/\r\n?/g, "\n")
      .replace(/[\u200b\ufeff]/g, "");
    const code = text.replaceAll("\u00a0", " ").replace(/\n$/, "");
    return this.#numbered > 1 ? withoutGap(code, this.#numbered) : code;
  }
}

/**
 * Code without the space that stood between numbers and lines: every line begins with it. Where
 * an even number of spaces is common to all lines, they are indentation.
 */
function withoutGap(code: string, numbered: number): string {
  const lines = code.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  if (filled.length > numbered || filled.length === 0) return code;
  const common = Math.min(
    ...filled.slice(0, 5000).map((line) => /^ */.exec(line)?.[0].length ?? 0),
  );
  if (common % 2 === 0) return code;
  return lines.map((line) => (line.startsWith(" ") ? line.slice(1) : line)).join("\n");
}

/** The text of lines that are elements of their own. */
export function textOfLines(view: View, lines: readonly NodeId[]): string {
  return lines
    .filter((line) => view.dropped[line] === 0)
    .map((line) => codeText(view, line).replace(/\n$/, ""))
    .join("\n");
}
