import { isDeepStrictEqual } from "node:util";
import { shownValue } from "../filters/filter.ts";
import type { Condition } from "../format/condition-schema.ts";
import { isFound, LONGEST_SEARCHED } from "../../core/index.ts";
import { evaluate, renderText, renderValue } from "./render.ts";
import type { Scope } from "./scope.ts";
import { parseTemplate, soleExpression } from "./template.ts";

/** The value of a condition, and whether it is what it must be. */
interface Judgement {
  readonly holds: boolean;
  /** For a trace. */
  readonly shown: string;
}

type Test = (value: unknown, expected: never) => boolean;

const tests: Readonly<Record<Exclude<keyof Condition, "that" | "equals" | "not_equals">, Test>> = {
  exists: (value, expected: boolean) => (value !== null) === expected,
  min: (value, expected: number) => typeof value === "number" && value >= expected,
  max: (value, expected: number) => typeof value === "number" && value <= expected,
  min_items: (value, expected: number) => Array.isArray(value) && value.length >= expected,
  max_items: (value, expected: number) => Array.isArray(value) && value.length <= expected,
  matches: (value, expected: string) => {
    const text = typeof value === "number" ? String(value) : value;
    return typeof text === "string" && text.length <= LONGEST_SEARCHED && isFound(expected, text);
  },
  type: (value, expected: string) => typeOf(value) === expected,
};

/** Judges a value by every part of a condition that is given. */
export function judge(condition: Condition, scope: Scope): Judgement {
  const sole = soleExpression(parseTemplate(condition.that));
  const value = sole === undefined ? renderText(condition.that, scope) : evaluate(sole, scope);
  const isEqual = (to: unknown): boolean => isDeepStrictEqual(value, renderValue(to, scope));
  const holds =
    (condition.equals === undefined || isEqual(condition.equals)) &&
    (condition.not_equals === undefined || !isEqual(condition.not_equals)) &&
    Object.entries(tests).every(([name, test]) => {
      const expected = condition[name as keyof typeof tests];
      return expected === undefined || test(value, expected as never);
    });
  return { holds, shown: shownValue(value) };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
