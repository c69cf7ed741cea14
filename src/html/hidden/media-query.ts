import { lengthOf } from "./length.ts";

/** The window that a page is thought to be shown in. */
const WINDOW = { width: 1_280, height: 800 } as const;

/** Whether a list of media queries holds on a wide screen; undefined where that is not known. */
export function mediaHolds(list: string): boolean | undefined {
  const answers = list.toLowerCase().split(",").map(queryHolds);
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function queryHolds(query: string): boolean | undefined {
  const text = query.trim();
  if (/\bnot\b|\bor\b/.test(text)) return undefined;
  const answers = text.split(/\band\b/).map((part) => partHolds(part.trim()));
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function partHolds(part: string): boolean | undefined {
  const type = part.replace(/^only\s+/, "");
  if (/^(?:|all|screen)$/.test(type)) return true;
  if (/^[a-z]+$/.test(type)) return false;
  const feature = /^\(\s*(min|max)-(?:device-)?(width|height)\s*:\s*([\d.]+[a-z]*)\s*\)$/.exec(
    type,
  );
  if (feature !== null) {
    const [, bound, side, value] = feature;
    return compares(side as keyof typeof WINDOW, bound === "min" ? ">" : "<", value);
  }
  const range = /^\(\s*(width|height)\s*([<>])=?\s*([\d.]+[a-z]*)\s*\)$/.exec(type);
  if (range === null) return undefined;
  const [, side, sign, value] = range;
  return compares(side as keyof typeof WINDOW, sign as string, value);
}

function compares(
  side: keyof typeof WINDOW,
  sign: string,
  value: string | undefined,
): boolean | undefined {
  const length = lengthOf(value);
  if (length === undefined) return undefined;
  return sign === ">" ? WINDOW[side] >= length : WINDOW[side] <= length;
}
