import type { ElementLook, PageNode } from "./page-node.ts";

/** A node of a page as it may be told: masked, well-formed, with a key that stays. */
export interface OutlineNode {
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly marks: readonly string[];
  readonly options: readonly string[];
  /** The document and the element's number there. */
  readonly key: string;
  readonly acts: boolean;
  /** As the page tells it, not masked. */
  readonly look?: ElementLook | undefined;
  readonly children: readonly OutlineNode[];
}

/** What is told of a page's frames. */
interface FrameOutline {
  /** The key of its document. */
  readonly document: number;
  readonly nodes: readonly PageNode[];
  readonly looks: Readonly<Record<number, ElementLook>>;
}

/** Characters of a name. */
const NAME = 200;
/** Characters of a mark, and of an option. */
const MARK = 120;

/** Puts the documents of a page together, and makes what they say fit to be told. */
export class OutlineBuilder {
  readonly #frames: ReadonlyMap<string, FrameOutline>;
  readonly #mask: (text: string) => string;

  /** @param frames by the id of the frame; @param mask takes out what must not be told */
  constructor(frames: ReadonlyMap<string, FrameOutline>, mask: (text: string) => string) {
    this.#frames = frames;
    this.#mask = mask;
  }

  build(frame: FrameOutline): OutlineNode[] {
    return frame.nodes.map((node) => this.#node(node, frame));
  }

  /** A text as it may be told. */
  readonly plain = (text: string): string =>
    // What is masked is masked whole, before anything is cut.
    this.#mask(text.toWellFormed())
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim();

  #node(node: PageNode, frame: FrameOutline): OutlineNode {
    const inner = node.frame === undefined ? undefined : this.#frames.get(node.frame);
    const isLost = node.role === "frame" && inner === undefined;
    const marks = [...(node.marks ?? []), ...(isLost ? ["cannot be read"] : [])];
    const own = (node.children ?? []).map((child) => this.#node(child, frame));
    return {
      role: node.role,
      name: cut(this.plain(node.name ?? ""), NAME),
      value: this.plain(node.value ?? ""),
      marks: marks.map((mark) => cut(this.plain(mark), MARK)),
      options: (node.options ?? []).map((option) => cut(this.plain(option), MARK)),
      key: `${frame.document}:${node.id}`,
      acts: node.acts ?? false,
      look: frame.looks[node.id],
      children: inner === undefined ? own : [...own, ...this.build(inner)],
    };
  }
}

/** Cuts a text, never between the halves of a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…`;
}
