import { drawnFormula, isDrawnFormula } from "../formulas/drawn-formula.ts";
import { fenceOf, readFormula, scriptFormula, type Formula } from "../formulas/formula.ts";
import { readScript } from "../raised/read-script.ts";
import { tagIds, tagNames } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";

/** What an element says whose content alone would say something else. */
export interface ShownText {
  /** What stands before its content, or for it. */
  readonly text: string;
  /** Whether its content follows. */
  readonly goesOn: boolean;
  /** What happens to the white space before it: one is wanted, none is, or it stays. */
  readonly space: "wanted" | "none" | "kept";
  /** Whether it stands on lines of its own. */
  readonly isDisplay: boolean;
}

/** By tag number: 1 for formulas and for what is raised or lowered. */
const special = new Uint8Array(tagNames.length);
for (const tag of [tagIds.math, tagIds.script, tagIds.sub, tagIds.sup]) special[tag] = 1;

/** Whether {@link shownText} has to be asked what an element says. */
export function isSpecial(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  return special[tag] === 1 || ((tag === tagIds.span || tag === 0) && isDrawnFormula(tree, node));
}

/** What a formula, or a raised or lowered text, says in a line of text; formulas in TeX. */
export function shownText(view: View, node: NodeId): ShownText {
  const tag = view.tree.tag(node);
  if (tag === tagIds.sup || tag === tagIds.sub) {
    const { text, before, space } = readScript(view, node);
    return { text: before + (text ?? ""), goesOn: text === undefined, space, isDisplay: false };
  }
  const formula = formulaOf(view, node);
  if (formula === undefined) {
    return { text: "", goesOn: tag !== tagIds.script, space: "kept", isDisplay: false };
  }
  const { text, isDisplay } = formula;
  const fence = fenceOf(formula);
  return { text: fence + text + fence, goesOn: false, space: "kept", isDisplay };
}

function formulaOf(view: View, node: NodeId): Formula | undefined {
  const tag = view.tree.tag(node);
  if (tag === tagIds.math) return readFormula(view, node);
  return tag === tagIds.script ? scriptFormula(view.tree, node) : drawnFormula(view.tree, node);
}
