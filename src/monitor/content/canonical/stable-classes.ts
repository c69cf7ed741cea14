import { isRandomPart } from "./volatile-value.ts";

/** What stands before the hash in classes that programs make; they say nothing without it. */
const MADE = /^(?:css|sc|jsx|jss|svelte|emotion|astro|style|styles|mui|chakra|ember|yui)$/i;

/** The end of a class as style modules make it: five to eight letters and digits of both cases. */
const MODULE_HASH = /^(?=.*[a-z])(?=.*[A-Z\d])[\dA-Za-z]{5,8}$/;

/** A class attribute without hashes, sorted, each name once; empty when none is left. */
export function stableClasses(value: string): string {
  const names = value.split(/\s+/).map(stableClass);
  return [...new Set(names)]
    .filter((name) => name !== "")
    .toSorted()
    .join(" ");
}

/** Longer names are kept as they are. */
const LONGEST = 100;

function stableClass(name: string): string {
  if (name.length > LONGEST || /^lang(?:uage)?-/.test(name)) return name;
  const parts = /^(.*?)([-_]+)([^-_]*)$/.exec(name);
  return parts === null ? wholeName(name) : compoundName(parts);
}

function wholeName(name: string): string {
  return isRandomPart(name) ? "" : name;
}

function compoundName([name, before = "", separator = "", last = ""]: RegExpExecArray): string {
  const isHash = isRandomPart(last) || (separator === "__" && MODULE_HASH.test(last));
  if (!MADE.test(before)) return isHash ? before : name;
  return isHash || /[A-Z]/.test(last) ? "" : name;
}
