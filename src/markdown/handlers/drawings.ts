import { tagIds, type View } from "../../html/index.ts";
import { isDrawnApart } from "../../html/internal.ts";
import type { ElementContext, ElementHandler } from "./element-handler.ts";
import { link } from "./links.ts";

/** An element of a drawing: its text stands apart. */
const drawn: ElementHandler = Object.freeze({
  enter(element) {
    separate(element);
    return true;
  },
  exit(element) {
    separate(element);
  },
} satisfies ElementHandler);

function separate({ tree, node, out }: ElementContext): void {
  if (isDrawnApart(tree, node)) out.space();
}

/** Handlers by name for what is in drawings (svg), where elements have no numbers. */
const drawingHandlers: Readonly<Record<string, ElementHandler>> = Object.freeze({
  text: drawn,
  tspan: drawn,
  foreignobject: drawn,
  title: drawn,
  desc: drawn,
  a: link,
});

/** Handlers for the drawings of a view; undefined where it shows none. */
export function handlersOfDrawings({
  tree,
  dropped,
}: View): Readonly<Record<string, ElementHandler>> | undefined {
  let svg = tree.firstOfTag(tagIds.svg);
  while (svg !== 0 && dropped[svg] === 1) svg = tree.nextOfTag(svg);
  return svg === 0 ? undefined : drawingHandlers;
}
