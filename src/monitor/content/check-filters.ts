import { isHtmlError } from "../../html/index.ts";
import { checkSelection } from "../../html/internal.ts";
import { CoreError, checkNumber } from "../../core/index.ts";
import { MonitorError } from "../monitor-error.ts";
import type { ContentFilters } from "./content-filters.ts";
import { compilePattern } from "./text-pattern.ts";

const SELECTORS = ["include", "remove"] as const;
const PATTERNS = ["removeText", "ignoreText", "triggerText", "blockText"] as const;
const SWITCHES = ["main", "lineOrder", "canonical"] as const;
const NUMBERS = ["minimumChange", "confirmAfterMs"] as const;

const KNOWN: ReadonlySet<string> = new Set([...SELECTORS, ...PATTERNS, ...SWITCHES, ...NUMBERS]);

/** Selectors or patterns of one kind. */
const MOST = 50;

/** Characters of a selector or a pattern. */
const LONGEST = 1_000;

/**
 * Refuses filters that are not valid: at most 50 selectors or patterns of a kind, of at most 1,000
 * characters each; unknown names.
 * @throws MonitorError `INVALID_DEFINITION` with the `field` in its details: `filters.include[0]`
 */
export function checkFilters(filters: ContentFilters): void {
  checkNames(filters);
  for (const name of SELECTORS) checkSelectors(`filters.${name}`, filters[name] ?? []);
  for (const name of PATTERNS) checkTexts(`filters.${name}`, filters[name] ?? [], checkPattern);
  for (const name of SWITCHES) checkSwitch(`filters.${name}`, filters[name] ?? false);
  for (const name of NUMBERS) checkAmount(`filters.${name}`, filters[name] ?? 0);
}

function checkNames(filters: unknown): void {
  if (typeof filters !== "object" || filters === null || Array.isArray(filters)) {
    throw invalidField("filters", "an object", filters);
  }
  for (const name of Object.keys(filters)) {
    if (!KNOWN.has(name)) throw invalidField(`filters.${name}`, "the name of a filter", name);
  }
}

/**
 * Refuses what is no list of CSS selectors.
 * @param field its name, for the error
 * @throws MonitorError `INVALID_DEFINITION`
 */
export function checkSelectors(field: string, selectors: readonly string[]): void {
  checkTexts(field, selectors, (at, selector) => {
    try {
      checkSelection({ include: [selector], exclude: [] });
    } catch (error) {
      if (!isHtmlError(error, "INVALID_SELECTOR")) throw error;
      throw invalidField(at, "a CSS selector", selector, error);
    }
  });
}

/** The error of a field that is not what it should be. */
export function invalidField(
  field: string,
  expected: string,
  ...[value, cause]: readonly [value: unknown, cause?: unknown]
): MonitorError {
  const shown = JSON.stringify(value)?.slice(0, 200);
  const got = shown === undefined ? "" : `; got ${shown}`;
  const message = `Field '${field}': expected ${expected}${got}.`;
  return new MonitorError("INVALID_DEFINITION", { message, cause, details: { field } });
}

function checkPattern(field: string, pattern: string): void {
  try {
    compilePattern(pattern);
  } catch (error) {
    const expected = "text, or a regular expression in slashes with the flags i, m, s and u";
    const why = error instanceof Error ? ` (${error.message})` : "";
    throw invalidField(field, expected + why, pattern, error);
  }
}

function checkTexts(
  field: string,
  texts: unknown,
  check: (field: string, text: string) => void,
): void {
  if (!Array.isArray(texts) || texts.length > MOST) {
    throw invalidField(field, `a list of at most ${MOST}`, texts);
  }
  for (const [index, text] of texts.entries()) {
    const at = `${field}[${index}]`;
    if (typeof text !== "string" || text === "" || text.length > LONGEST) {
      throw invalidField(at, `text of 1 to ${LONGEST} characters`, text);
    }
    check(at, text);
  }
}

function checkSwitch(field: string, value: unknown): void {
  if (typeof value !== "boolean") throw invalidField(field, "true or false", value);
}

function checkAmount(field: string, value: number): void {
  try {
    checkNumber(field, value, { min: 0, max: Number.MAX_SAFE_INTEGER });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    throw invalidField(field, "a number of 0 or more", value, error);
  }
}
