import type { Style } from "./declarations.ts";
import { isTiny, lengthOf, shareOf } from "./length.ts";

/** Pixels beyond the edge of a window at which nothing shows: sites write 999 or 9999. */
const FAR = 900;

/** As far to the right or below, where a window could still be scrolled to. */
const VERY_FAR = 5_000;

/** Less of it is not seen. */
const FAINT = 0.02;

/** Whether a style keeps its element, and all in it, from being displayed. */
export function isUndisplayed(style: Style): boolean {
  return style.get("display") === "none";
}

/** Whether a style passes over what is in its element. It has no effect in a line or on a table. */
export function isSkipped(style: Style, kind?: "line" | "table"): boolean {
  if (style.get("content-visibility") !== "hidden") return false;
  const display = style.get("display");
  if (display !== undefined) {
    return !/^(?:inline|contents|ruby.*|(?:inline-)?table|table-(?!cell$).*)$/.test(display);
  }
  return kind === undefined || (kind === "line" && (isPlaced(style) || style.has("float")));
}

/** Whether an element so styled cannot be seen though it is displayed: faint, clipped or shrunk. */
export function isVeiled(style: Style): boolean {
  return isFaint(style) || isClipped(style) || isShrunk(style);
}

/** Whether an element so styled, or its text, stands where nobody looks. */
export function isAway(style: Style): boolean {
  return isOffScreen(style) || isPushedOut(style);
}

/** Whether scripts or states are to show it: it moves when they do. */
export function isMoving(style: Style): boolean {
  if (style.has("will-change")) return true;
  // What is faint and drawn a little aside as well comes in from there.
  if (isFaint(style) && /matrix|translate|scale|rotate/.test(style.get("transform") ?? ""))
    return true;
  for (const name of ["transition", "transition-property", "animation", "animation-name"]) {
    const value = style.get(name);
    if (value !== undefined && !/^(?:none|unset|initial)\b|^all 0s$/.test(value)) return true;
  }
  return false;
}

/** Whether the whole element is as good as transparent. */
export function isFaint(style: Style): boolean {
  const opacity = shareOf(style.get("opacity"));
  if (opacity !== undefined && opacity <= FAINT) return true;
  const filter = /(?:^|\s)opacity\(\s*([\d.%]{1,12})\s*\)/.exec(style.get("filter") ?? "");
  const filtered = shareOf(filter?.[1]);
  return filtered !== undefined && filtered <= FAINT;
}

function isClipped(style: Style): boolean {
  const path = style.get("clip-path") ?? "";
  if (isEmptyShape(path)) return true;
  if (!isPlaced(style)) return false;
  const rect = /^rect\(([^()]{1,80})\)$/.exec(style.get("clip") ?? "")?.[1];
  if (rect === undefined) return false;
  const [top, right, bottom, left] = rect
    .trim()
    .split(/[\s,]+/)
    .map(lengthOf);
  const isFlat = (from?: number, to?: number) =>
    from !== undefined && to !== undefined && to - from <= 1;
  return isFlat(top, bottom) || isFlat(left, right);
}

/** Whether a shape of `clip-path` leaves nothing. */
function isEmptyShape(path: string): boolean {
  const parts = /^(inset|circle|ellipse|polygon)\(([^()]{1,200})\)$/.exec(path);
  if (parts === null) return false;
  const [, shape, inside = ""] = parts;
  if (shape === "circle" || shape === "ellipse") return /^0(?:px|%)?(?:\s|$)/.test(inside.trim());
  if (shape === "polygon") {
    return (
      new Set(inside.split(",").map((point) => point.trim().replaceAll(/px|%/g, ""))).size === 1
    );
  }
  const sides = (inside.split("round")[0] as string).trim().split(/\s+/);
  const [top = "", right = top, bottom = top, left = right] = sides;
  const covers = (one: string, other: string) => (percent(one) ?? 0) + (percent(other) ?? 0) >= 100;
  return covers(top, bottom) || covers(left, right);
}

function percent(value: string): number | undefined {
  return value.endsWith("%") ? Number(value.slice(0, -1)) : undefined;
}

function isShrunk(style: Style): boolean {
  if (/^0(?:\.0*)?(?:%|\s|$)/.test(style.get("scale") ?? "")) return true;
  const transform = style.get("transform") ?? "";
  return /(?:^|\s)(?:scale(?:x|y|3d)?\(\s*0(?:\.0*)?\s*[,)]|scale\([^(),]{1,12},\s*0(?:\.0*)?\s*\)|matrix\(\s*0\s*,\s*0\s*,\s*0\s*,\s*0)/.test(
    transform,
  );
}

/** Whether nothing of the content fits, and it is cut off; inline elements have no size of their own. */
export function isBoxless(style: Style, isInline: boolean): boolean {
  const clips = ["overflow", "overflow-x", "overflow-y"].some((name) =>
    /hidden|clip|scroll|auto/.test(style.get(name) ?? ""),
  );
  if (!clips) return false;
  const isBox = !isInline || isPlaced(style) || style.has("float") || style.has("display");
  if (!isBox) return false;
  const isFlat = isTiny(style.get("height")) || isTiny(style.get("max-height"));
  if (isFlat && !hasRoom(style, "min-height", ["padding-top", "padding-bottom"])) return true;
  const isThin = isTiny(style.get("width")) || isTiny(style.get("max-width"));
  return isThin && !hasRoom(style, "min-width", ["padding-left", "padding-right"]);
}

/** Whether a smallest size or padding makes room: pictures keep their shape by it. */
function hasRoom(style: Style, least: string, padding: readonly string[]): boolean {
  return [least, "padding", ...padding].some((name) => {
    const value = style.get(name);
    return value !== undefined && !/^(?:(?:0[a-z%]*|1px)\s*)+$|^(?:none|auto)$/.test(value);
  });
}

function isOffScreen(style: Style): boolean {
  if (/^(?:absolute|fixed|relative)$/.test(style.get("position") ?? "")) {
    if (["left", "top", "right", "bottom"].some((side) => isFar(style.get(side)))) return true;
    if ((style.get("inset") ?? "").split(/\s+/).some(isFar)) return true;
  }
  const moved = /(?:^|\s)translate(?:x|y|3d)?\(([^()]{1,80})\)/.exec(style.get("transform") ?? "");
  if ((moved?.[1] ?? "").split(",").some(isFar)) return true;
  return (style.get("translate") ?? "").split(/\s+/).some(isFar);
}

function isFar(value: string | undefined): boolean {
  const length = lengthOf(value);
  return length !== undefined && (length <= -FAR || length >= VERY_FAR);
}

/** A text so far indented or an element so far drawn aside that its place stays empty. */
function isPushedOut(style: Style): boolean {
  const indent = style.get("text-indent");
  if (isFar(indent)) return true;
  const wraps = style.get("white-space") !== "nowrap" || !style.has("overflow");
  if (!wraps && (shareOf(indent) ?? 0) >= 1 && indent?.endsWith("%") === true) return true;
  if (style.has("padding") || style.has("padding-left") || style.has("padding-top")) return false;
  const margins = ["margin-left", "margin-top"].map((name) => lengthOf(style.get(name)));
  return margins.some((length) => length !== undefined && length <= -FAR);
}

/** Whether an element so styled stands out of the flow. */
export function isPlaced(style: Style): boolean {
  return /^(?:absolute|fixed)$/.test(style.get("position") ?? "");
}
