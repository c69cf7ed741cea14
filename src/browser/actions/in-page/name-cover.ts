import type { hitAt } from "./hit-at.ts";
import type { PageSlot } from "./page-slot.ts";
import type { pathOf } from "./path-of.ts";
import type { Point } from "./points-of.ts";

/** What {@link nameCover} calls. */
interface CoverTools extends Record<string, (...args: never[]) => unknown> {
  readonly hitAt: typeof hitAt;
  readonly pathOf: typeof pathOf;
}

/** What lies over the target at a point, as `div "We use cookies"`; empty when nothing does. */
export function nameCover(tools: CoverTools, [x, y]: Point): string {
  const around = tools.pathOf((globalThis as PageSlot).draglineTarget ?? null);
  const over = tools.pathOf(tools.hitAt(x, y));
  const until = over.findIndex((one) => around.includes(one));
  const own = until === -1 ? over : over.slice(0, until);
  const cover = own.at(-1);
  if (cover === undefined) return "";
  const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
  const labels = own.toReversed().map((one) => one.getAttribute("aria-label") ?? "");
  const said = labels.find((label) => label.trim() !== "") ?? "";
  const text = plain(said) || plain((cover as HTMLElement).innerText ?? "") || cover.id;
  return text === "" ? cover.localName : `${cover.localName} "${text.slice(0, 60).toWellFormed()}"`;
}
