import { readFormula, scriptFormula, type Formula } from "../../html/index.ts";
import type { ElementContext, ElementHandler } from "../element-handler.ts";

/** `math`: TeX in dollar signs, or a row of numbers, signs and letters as text. */
export const math: ElementHandler = Object.freeze({
  enter(element) {
    const formula = readFormula(element.view, element.node);
    if (formula === undefined) return true;
    write(element, formula);
    return false;
  },
} satisfies ElementHandler);

/** `script`: the formula that it holds for MathJax, or nothing. */
export const formulaScript: ElementHandler = Object.freeze({
  enter(element) {
    const formula = scriptFormula(element.tree, element.node);
    if (formula !== undefined) write(element, formula);
    return false;
  },
} satisfies ElementHandler);

function write({ out }: ElementContext, { text, isTex, isDisplay }: Formula): void {
  if (text === "") return;
  if (!isTex) {
    out.text(text);
    return;
  }
  if (isDisplay) out.block();
  const fence = isDisplay ? "$$" : "$";
  const tex = out.isFlat ? withoutBars(text) : text;
  // Readers would take `a<b` for a tag, and `[a](b)` for a link.
  out.inline(fence + tex.replace(/<(?=[a-z/!?])|\](?=[([])/gi, "$& ") + fence);
  if (isDisplay) out.block();
}

/** A bar would end the cell of a table. */
function withoutBars(tex: string): string {
  return tex.replaceAll("\\|", "\\Vert ").replaceAll("|", "\\vert ");
}
