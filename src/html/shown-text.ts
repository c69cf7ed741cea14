import { readFormula, scriptFormula } from "./formulas/formula.ts";
import { readScript } from "./raised/read-script.ts";
import { tagIds, tagNames, type TagId } from "./tags.ts";
import type { NodeId } from "./tree.ts";
import type { View } from "./view.ts";

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
export function isSpecial(tag: TagId): boolean {
  return special[tag] === 1;
}

/** What a formula, or a raised or lowered text, says in a line of text; formulas in TeX. */
export function shownText(view: View, node: NodeId): ShownText {
  const tag = view.tree.tag(node);
  if (tag === tagIds.sup || tag === tagIds.sub) {
    const { text, before, space } = readScript(view, node);
    return { text: before + (text ?? ""), goesOn: text === undefined, space, isDisplay: false };
  }
  const isMath = tag === tagIds.math;
  const formula = isMath ? readFormula(view, node) : scriptFormula(view.tree, node);
  if (formula === undefined) return { text: "", goesOn: isMath, space: "kept", isDisplay: false };
  const { text, isTex, isDisplay } = formula;
  const fence = !isTex || text === "" ? "" : isDisplay ? "$$" : "$";
  return { text: fence + text + fence, goesOn: false, space: "kept", isDisplay };
}
