import { isStyledBlock, isStyledInline } from "../../html/internal.ts";
import type { ElementHandler } from "./element-handler.ts";
import { Gap } from "../write/flow.ts";
import { beginBlockStyle, endBlockStyle } from "./marks.ts";

/** A block without markdown of its own: its content stands apart. */
export const block: ElementHandler = Object.freeze({
  enter(element) {
    const { out, tree, node } = element;
    if (!isStyledInline(tree, node)) out.block();
    beginBlockStyle(element);
    return true;
  },
  exit(element) {
    const { out, tree, node } = element;
    endBlockStyle(element);
    if (!isStyledInline(tree, node)) out.block();
  },
} satisfies ElementHandler);

/** `p`. */
export const paragraph: ElementHandler = Object.freeze({
  enter(element) {
    const { out, tree, node } = element;
    if (!isStyledInline(tree, node)) out.block(Gap.blank);
    beginBlockStyle(element);
    return true;
  },
  exit(element) {
    const { out, tree, node } = element;
    endBlockStyle(element);
    if (!isStyledInline(tree, node)) out.paragraph();
  },
} satisfies ElementHandler);

/** `h1` to `h6`; a link where one without text covers its card. */
export function heading(level: number): ElementHandler {
  return Object.freeze({
    enter({ out, cards, node, tree, target }) {
      out.startHeading(level);
      const link = cards.of(node);
      if (link !== 0) out.openLink(target(tree.attribute(link, "href")));
      return true;
    },
    exit({ out, cards, node }) {
      if (cards.of(node) !== 0) out.closeLink();
      out.endHeading(level);
    },
  } satisfies ElementHandler);
}

/** `blockquote`. */
export const quote: ElementHandler = Object.freeze({
  enter({ out }) {
    out.startQuote();
    return true;
  },
  exit({ out }) {
    out.endQuote();
  },
} satisfies ElementHandler);

/** `hr`. */
export const rule: ElementHandler = Object.freeze({
  enter({ out }) {
    out.rule();
    return false;
  },
} satisfies ElementHandler);

/** `br`. */
export const lineBreak: ElementHandler = Object.freeze({
  enter({ out }) {
    out.lineBreak();
    return false;
  },
} satisfies ElementHandler);

/** Elements that stand apart within a line: buttons, labels, options. */
export const spaced: ElementHandler = Object.freeze({
  enter({ out, tree, node }) {
    if (isStyledBlock(tree, node)) out.block();
    else out.space();
    return true;
  },
  exit({ out, tree, node }) {
    if (isStyledBlock(tree, node)) out.block();
    else out.space();
  },
} satisfies ElementHandler);

/** What is no text. */
export const nothing: ElementHandler = Object.freeze({
  enter: () => false,
} satisfies ElementHandler);
