import { attributeIds, NodeKind, tagIds, type NodeId, type Tree } from "../../html/index.ts";
import { isBlock } from "../../html/internal.ts";
import { isDrawnFormula, isStyledBlock, isStyledCell, nextNode } from "../../html/internal.ts";
import type { ElementContext, ElementHandler } from "./element-handler.ts";
import type { InlineMark } from "../write/inline-mark.ts";
import type { MarkdownSettings } from "../options.ts";
import { writesDrawn } from "./math.ts";
import { declaredStyle, type TextStyle } from "../write/text-style.ts";

type MarkOf = (element: ElementContext) => InlineMark | undefined;

/** An element that is a pair of delimiters around its content, or its content alone. */
function marked(markOf: MarkOf): ElementHandler {
  return Object.freeze({
    enter(element) {
      const mark = markOf(element);
      if (mark !== undefined) element.out.open(mark);
      return true;
    },
    exit(element) {
      const mark = markOf(element);
      if (mark !== undefined) element.out.close(mark.kind);
    },
  } satisfies ElementHandler);
}

function symmetric(kind: string, delimiter: string): InlineMark {
  return Object.freeze({ kind, opener: delimiter, closer: delimiter, flanking: true });
}

const emphasisMarks = {
  "*": symmetric("emphasis", "*"),
  _: symmetric("emphasis", "_"),
} as const;
const strongMarks = { "**": symmetric("strong", "**"), __: symmetric("strong", "__") } as const;
const strikeMark = symmetric("strike", "~~");

/** The marks of a {@link TextStyle}. */
const styleMarks = Object.freeze({
  strong: ({ strong }: MarkdownSettings) => strongMarks[strong],
  emphasis: ({ emphasis }: MarkdownSettings) => emphasisMarks[emphasis],
  strike: ({ flavor }: MarkdownSettings) => (flavor === "gfm" ? strikeMark : undefined),
});

const asAround: TextStyle = Object.freeze({});

const styleNames = ["strong", "emphasis", "strike"] as const;

/**
 * An element that shows its text in a style, by its name or its `style`, which may also undo what
 * the name or an element around it says.
 */
function styled(own: TextStyle): ElementHandler {
  return Object.freeze({
    enter(element) {
      const { tree, node, out, styles } = element;
      if (own === asAround && isDrawnFormula(tree, node)) return !writesDrawn(element);
      if (own === asAround && tree.attributeNamed(node, attributeIds.style) === 0) return true;
      const declared = declaredStyle(tree, node);
      const style = declared === undefined ? own : merge(own, declared);
      const isBlock = isStyledBlock(tree, node);
      if (isBlock) out.block();
      else if (isStyledCell(tree, node)) out.space();
      const changed = styleNames.filter((name) => styles.changes(name, style[name]));
      if (changed.length === 0 && !isBlock) return true;
      styles.begin({ node, changed, isBlock });
      for (const name of changed) toggle(element, name);
      return true;
    },
    exit(element) {
      const frame = element.styles.end(element.node);
      if (frame === undefined) return;
      for (const name of frame.changed.toReversed()) toggle(element, name);
      if (frame.isBlock) element.out.block();
    },
  } satisfies ElementHandler);
}

/** What is struck out stays so, whatever elements in it say. */
function merge(own: TextStyle, declared: TextStyle): TextStyle {
  return {
    strong: declared.strong ?? own.strong,
    emphasis: declared.emphasis ?? own.emphasis,
    strike: (declared.strike ?? own.strike) || undefined,
  };
}

/**
 * Begins the style of a block that holds no other blocks; {@link endBlockStyle} ends it. Headings
 * and heads of columns are strong by themselves.
 */
export function beginBlockStyle(element: ElementContext): void {
  const { tree, node, styles } = element;
  if (tree.firstAttribute(node) === 0 || !styledBlocks.has(tree.tag(node))) return;
  const style = declaredStyle(tree, node);
  if (style === undefined) return;
  const changed = styleNames.filter((name) => styles.changes(name, style[name]));
  if (changed.length === 0 || isInHeading(tree, node) || !isOfLines(element)) return;
  styles.begin({ node, changed, isBlock: false });
  for (const name of changed) toggle(element, name);
}

/** Ends the style of a block. */
export function endBlockStyle(element: ElementContext): void {
  const frame = element.styles.end(element.node);
  for (const name of frame?.changed.toReversed() ?? []) toggle(element, name);
}

const styledBlocks = tags("p div li td dd");
const headings = tags("h1 h2 h3 h4 h5 h6 th dt");

function tags(names: string): ReadonlySet<number> {
  return new Set(names.split(" ").map((name) => tagIds[name as "p"]));
}

/** Elements around a block of which a heading is looked for. */
const HEADING_STEPS = 4;

function isInHeading(tree: Tree, node: NodeId): boolean {
  let at = tree.parent(node);
  for (let step = 0; step < HEADING_STEPS && at !== 0; step += 1) {
    if (headings.has(tree.tag(at))) return true;
    at = tree.parent(at);
  }
  return false;
}

/** Nodes of a block that is in one style; a larger one is no emphasis. */
const MOST_NODES = 300;

/** Whether a block holds text, and no other blocks. */
function isOfLines({ view, tree, node }: ElementContext): boolean {
  let hasText = false;
  let seen = 0;
  for (let at = nextNode(view, node, node); at !== 0; at = nextNode(view, at, node)) {
    seen += 1;
    if (seen > MOST_NODES || isBlock(tree.tag(at)) || isStyledBlock(tree, at)) return false;
    hasText ||= tree.kind(at) === NodeKind.text && !tree.isBlankText(at);
  }
  return hasText;
}

/** Begins a style, or interrupts it. */
function toggle({ out, options, styles }: ElementContext, name: keyof TextStyle): void {
  const mark = styleMarks[name](options);
  const begins = styles.toggle(name);
  if (mark === undefined) return;
  if (begins) out.open(mark);
  else out.close(mark.kind);
}

/** `em` and `i`. */
export const emphasis: ElementHandler = styled({ emphasis: true });

/** `strong` and `b`. */
export const strong: ElementHandler = styled({ strong: true });

/** `del`, `s` and `strike`: GFM only. */
export const strike: ElementHandler = styled({ strike: true });

/** `span` and `font`: what their style says. */
export const plain: ElementHandler = styled(asAround);

/** Elements that markdown has no form for; HTML tags on request. */
export function tagged(name: string): ElementHandler {
  const mark = Object.freeze({
    kind: `html:${name}`,
    opener: `<${name}>`,
    closer: `</${name}>`,
    flanking: false,
  });
  return marked(({ options }) => (options.inlineHtml ? mark : undefined));
}

/** `q`: the quotation marks that browsers put around it. */
export const quotation: ElementHandler = Object.freeze({
  enter({ out }) {
    out.text("\u201c");
    return true;
  },
  exit({ out }) {
    out.text("\u201d");
  },
} satisfies ElementHandler);
