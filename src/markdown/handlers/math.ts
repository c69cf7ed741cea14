import {
  drawnFormula,
  fenceOf,
  readFormula,
  scriptFormula,
  type Formula,
} from "../../html/internal.ts";
import type { ElementContext, ElementHandler } from "./element-handler.ts";

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

/** A formula that KaTeX or MathJax drew. */
export const drawnMath: ElementHandler = Object.freeze({
  enter: (element) => !writesDrawn(element),
} satisfies ElementHandler);

/** Writes what KaTeX or MathJax drew; whether it says a formula. */
export function writesDrawn(element: ElementContext): boolean {
  const formula = drawnFormula(element.tree, element.node);
  if (formula !== undefined) write(element, formula);
  return formula !== undefined;
}

function write({ out }: ElementContext, formula: Formula): void {
  const { text, isTex, isDisplay } = formula;
  const fence = fenceOf(formula);
  if (fence === "") {
    if (text !== "") out.text(text);
    return;
  }
  if (isDisplay) out.block();
  if (!isTex) {
    out.openCode();
    out.text(text);
    out.closeCode();
    if (isDisplay) out.block();
    return;
  }
  const tex = out.isFlat ? withoutBars(text) : text;
  // Readers would take `a<b` for a tag, and `[a](b)` for a link.
  out.inline(fence + tex.replace(/<(?=[a-z/!?])|\](?=[([])/gi, "$& ") + fence);
  if (isDisplay) out.block();
}

/** A bar would end the cell of a table. */
function withoutBars(tex: string): string {
  return tex.replaceAll("\\|", "\\Vert ").replaceAll("|", "\\vert ");
}
