import type { ElementContext, ElementHandler } from "../element-handler.ts";
import type { InlineMark } from "../inline-mark.ts";

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

/** `em` and `i`. */
export const emphasis: ElementHandler = marked(({ options }) => emphasisMarks[options.emphasis]);

/** `strong` and `b`. */
export const strong: ElementHandler = marked(({ options }) => strongMarks[options.strong]);

/** `del`, `s` and `strike`: GFM only. */
export const strike: ElementHandler = marked(({ options }) =>
  options.flavor === "gfm" ? strikeMark : undefined,
);

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
