import { pageCall } from "../page-call.ts";
import type { ActionCall } from "./action-call.ts";
import { hitAt } from "./in-page/hit-at.ts";
import { nameCover } from "./in-page/name-cover.ts";
import { pathOf } from "./in-page/path-of.ts";
import type { Target } from "./node-action.ts";
import type { Sight } from "./take-aim.ts";

/** That a target is covered, and by what where it is known by its node: the code that looks at the page can use it. */
export async function tellCover(
  call: ActionCall,
  target: Target,
  { cover }: Sight,
): Promise<string> {
  if (typeof target === "string" || cover === undefined) return "covered";
  const naming = pageCall(nameCover, { hitAt, pathOf }, cover.point);
  const name = await cover.frame.evaluate(naming, call.signal);
  return name === "" ? "covered" : `covered by ${name}`;
}
