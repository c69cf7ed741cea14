import { withDefaults } from "../../core/index.ts";
import { checkInput } from "../scan/check-input.ts";
import { NodeTable } from "./node-table.ts";
import { Scanner } from "../scan/scanner.ts";
import { TokenKind } from "../scan/token-kind.ts";
import { NodeFlag, NodeKind, Tree, type NodeId } from "./tree.ts";

/** Limits of a parse. */
export interface XmlOptions {
  /**
   * Longest XML in UTF-16 code units (string length); from 0.
   * @default 67108864
   */
  readonly maxLength?: number;
  /**
   * Most nodes of the tree. What follows is left out and `tree.truncated` says so.
   * @default 4194304
   */
  readonly maxNodes?: number;
}

const defaults: Required<XmlOptions> = Object.freeze({
  maxLength: 67_108_864,
  maxNodes: 4_194_304,
});

/** Elements deeper than this become siblings. */
const DEEPEST = 512;

/**
 * Parses XML that strangers made (feeds, sitemaps) without ever refusing it: end tags without a
 * start are ignored, elements without an end are closed with their parent, HTML's entities are
 * known, none is declared. Names are read in lower case, prefix included.
 * @throws HtmlError `INVALID_INPUT` when `xml` is no string; `INPUT_TOO_LARGE`;
 *   `UNSUPPORTED_MACHINE` without WebAssembly, or big-endian
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { parseXml, select } from "dragline/html";
 *
 * const tree = parseXml("<urlset><url><loc>https://example.com/</loc></url></urlset>");
 * console.log(select(tree, "loc").length);
 * ```
 */
export function parseXml(xml: string, options?: XmlOptions): Tree {
  const { maxLength, maxNodes } = withDefaults(defaults, options);
  checkInput(xml, maxLength);
  const nodes = new NodeTable(maxNodes, xml.length);
  const scanner = new Scanner(xml);
  scanner.foreign = true;
  const open = new OpenElements();
  while (!nodes.full) {
    const kind = scanner.next();
    if (kind === TokenKind.end) break;
    if (kind === TokenKind.endTag) open.close(scanner.hash);
    else {
      const node = nodes.createTag(metaOf(kind), scanner);
      if (node !== 0) nodes.append(open.parent, node);
      if (kind === TokenKind.startTag && !scanner.selfClosing) open.push(node, scanner.hash);
    }
  }
  const { size, full, ordered, chains } = nodes;
  const slots = scanner.finish();
  return new Tree(scanner.units, {
    cells: nodes.finish(),
    slots,
    chains,
    size,
    truncated: full,
    ordered,
  });
}

function metaOf(kind: TokenKind): number {
  switch (kind) {
    case TokenKind.startTag:
      return NodeKind.element | NodeFlag.foreign;
    case TokenKind.text:
      return NodeKind.text;
    case TokenKind.cdata:
      return NodeKind.text | NodeFlag.raw;
    default:
      return NodeKind.comment;
  }
}

/** The elements that are open, by the hash of their names. */
class OpenElements {
  readonly #nodes: NodeId[] = [];
  readonly #hashes: number[] = [];
  /** How many of each name are open, so that a stray end tag costs no search. */
  readonly #counts = new Map<number, number>();

  /** The element that takes the next child. */
  get parent(): NodeId {
    return this.#nodes[Math.min(this.#nodes.length, DEEPEST) - 1] ?? 0;
  }

  push(node: NodeId, hash: number): void {
    this.#nodes.push(node);
    this.#hashes.push(hash);
    this.#counts.set(hash, (this.#counts.get(hash) ?? 0) + 1);
  }

  /** Closes the innermost element of that name, with those inside it. */
  close(hash: number): void {
    if ((this.#counts.get(hash) ?? 0) === 0) return;
    for (;;) {
      const closed = this.#hashes.pop();
      this.#nodes.pop();
      if (closed === undefined) return;
      this.#counts.set(closed, (this.#counts.get(closed) ?? 1) - 1);
      if (closed === hash) return;
    }
  }
}
