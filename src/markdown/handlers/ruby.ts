import { rubyEdges } from "../../html/internal.ts";
import type { ElementHandler } from "./element-handler.ts";

/** `rt` and `rtc`: a reading, in brackets. */
export const reading: ElementHandler = Object.freeze({
  enter({ out, view, node }) {
    const { before } = rubyEdges(view, node);
    if (before !== "") out.text(before);
    return true;
  },
  exit({ out, view, node }) {
    const { after } = rubyEdges(view, node);
    if (after !== "") out.text(after);
  },
} satisfies ElementHandler);
