import type { Json } from "../../storage/index.ts";
import { fitOf } from "../choose/choose-leaf.ts";
import { readName } from "../schema/names.ts";
import type { Property } from "../schema/property.ts";
import { holdersOf, isPositional } from "./css-of.ts";
import { isLong } from "../choose/read-leaf.ts";
import { isTelling } from "./gives.ts";
import { isSame } from "./is-same.ts";
import { listLocators, locatorsFor } from "./locators.ts";
import { readField } from "./read-field.ts";
import type { FieldRecipe, Locator } from "./recipe.ts";
import { isTyped, type RecipePage } from "./recipe-page.ts";
import type { LocatorScope } from "./scope.ts";

/** Where a value stands, and what it is; undefined where there is none. */
export interface Sample {
  readonly page: RecipePage;
  readonly scope: LocatorScope;
  readonly value: Json | undefined;
}

/** Samples that locators are looked for in; all of them judge. */
const MOST_SAMPLES = 5;

/** Locators of one value, and of one sort among them. */
const MOST_LOCATORS = 6;
const MOST_OF_SORT = 3;

/** Pages from which a position on a page is more than chance; records of which the same holds. */
const LEAST_PAGES = 3;
const LEAST_RECORDS = 2;

/**
 * Learns how a property is read, of samples; undefined when no locator leads to it everywhere.
 * @param hints where it may stand besides: what is right there is no chance
 */
export function learnField(
  property: Property,
  samples: readonly Sample[],
  hints: readonly Locator[] = [],
): FieldRecipe | undefined {
  const known = samples.filter(({ value }) => value !== undefined);
  if (known.length === 0) return undefined;
  const isList = property.schema.type === "array";
  const trial = { property, isList, samples };
  const tried = [...hints, ...triedFor(trial, known.slice(0, MOST_SAMPLES))];
  const css = tried.flatMap((locator) => locator.css ?? []);
  for (const page of new Set(samples.map((each) => each.page))) page.select(css);
  const good = tried
    .flatMap((locator) => judge(locator, trial) ?? [])
    .filter(({ locator }) => isHint(locator, hints) || isSure(locator, property, known))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.right - a.right);
  const most = Math.max(0, ...good.map(({ right }) => right));
  const kept = diverse(good.filter(({ right }) => right * 2 > most));
  if (kept.length === 0) return undefined;
  const locators = kept.map(({ locator, right }) => ({
    ...locator,
    ...withinOf(locator, trial),
    ...(right === samples.length && isLasting(locator, samples) && { always: true }),
  }));
  const bounds = boundsOf(known.map(({ value }) => value as Json));
  return { locators, isList, isRequired: false, ...bounds };
}

function isHint(locator: Locator, hints: readonly Locator[]): boolean {
  return hints.some(({ css, label }) => css === locator.css && label === locator.label);
}

interface Trial {
  readonly property: Property;
  readonly isList: boolean;
  readonly samples: readonly Sample[];
}

function triedFor({ property, isList }: Trial, known: readonly Sample[]): Locator[] {
  const find = isList ? listLocators : locatorsFor;
  const tried = new Map<string, Locator>();
  for (const { page, scope, value } of known) {
    for (const locator of find(page, { property, value: value as Json }, scope)) {
      tried.set(JSON.stringify(locator), locator);
    }
  }
  return [...tried.values()];
}

interface Judged {
  readonly locator: Locator;
  /** Samples that it gives their value. */
  readonly right: number;
}

/** Whether a locator is never wrong: as the only one that a selector matches, else as the first. */
function judge(locator: Locator, trial: Trial): Judged | undefined {
  const right = countRight(locator, trial);
  const isAlone = locator.css === undefined || trial.isList || locator.way !== undefined;
  if (right > 0 || isAlone) return right > 0 ? { locator, right } : undefined;
  const first = { ...locator, first: true };
  const rightAsFirst = countRight(first, trial);
  const least = isLong(trial.property) ? 1 : 2;
  return rightAsFirst >= least ? { locator: first, right: rightAsFirst } : undefined;
}

/** Samples that a locator gives their value; 0 when it gives another one somewhere. */
function countRight(locator: Locator, { property, isList, samples }: Trial): number {
  let right = 0;
  for (const { page, scope, value } of samples) {
    const found = readField(page, locator, { property, scope, isList });
    if (found === undefined) continue;
    if (value === undefined || !isSame(found.value, value)) return 0;
    right++;
  }
  return right;
}

/** Whether what a locator gave was no chance: positions were seen often, and so was `4`. */
function isSure(locator: Locator, property: Property, known: readonly Sample[]): boolean {
  const { css, above, column } = locator;
  const isOnPage = known[0]?.scope.node === 0;
  if (column !== undefined) return known.length >= LEAST_RECORDS;
  if (css === undefined) return true;
  if (above === true) return new Set(known.map(({ value }) => value)).size > 1;
  if (isPositional(css)) return known.length >= (isOnPage ? LEAST_PAGES : LEAST_RECORDS);
  if (!isOnPage || known.some(({ value }) => isTelling(value as Json))) return true;
  if (new Set(known.map(({ value }) => value)).size > 1) return true;
  const name = readName(css.replace(/[^A-Za-z]+/g, " "));
  return name !== undefined && fitOf(property, "both", name) >= LEAST_NAME;
}

/** How well a selector's words fit a property, from which a value that may be anything counts. */
const LEAST_NAME = 0.4;

/** The less, the more robust. */
function rankOf({ locator }: Judged): number {
  const { data, css, label, column } = locator;
  if (data !== undefined) return data === "meta" || data === "open-graph" ? 3.5 : 0;
  if (label !== undefined) return 1;
  return column === undefined && css !== undefined ? rankOfSelector(css, locator) : 2;
}

function rankOfSelector(css: string, { above, first }: Locator): number {
  const ambiguous = first === true ? 3 : 0;
  if (above === true) return /[.#[]/.test(css) ? 6 : 8;
  if (isPositional(css)) return 9;
  if (/^\[(?!class)|^#/.test(css)) return 1.5 + ambiguous;
  if (css.includes("[class*=")) return 5 + ambiguous;
  return (css.includes(" ") ? 3 : 2.5) + ambiguous;
}

/** A look alone, `div.mt-2.font-bold`, which on one page may be chance. */
const LOOK = /^[a-z][a-z0-9]*\.[\w-]+\./i;

/**
 * Whether what was there is likely to be there always: positions move, and on one page looks and what
 * stands around a value in its text are chance.
 */
function isLasting(locator: Locator, { length }: readonly Sample[]): boolean {
  const { css = "", after, before } = locator;
  if (isPositional(css)) return false;
  if (length > 1) return true;
  return after === undefined && before === undefined && !LOOK.test(css);
}

/** The nearest around an element of the page that is around those of all pages; none where it has none. */
function withinOf(locator: Locator, { property, isList, samples }: Trial): Pick<Locator, "within"> {
  const { css, way } = locator;
  if (css === undefined || way !== undefined || !isTyped(property)) return {};
  let common: readonly string[] | undefined;
  for (const { page, scope } of samples) {
    if (scope.node !== 0 || scope.thing !== undefined) return {};
    const found = readField(page, locator, { property, scope, isList });
    if (found === undefined) continue;
    const around = holdersOf(page.candidates.tree, found.candidate.node);
    common = common === undefined ? around : common.filter((each) => around.includes(each));
  }
  const [within] = common ?? [];
  return within === undefined ? {} : { within };
}

function diverse(judged: readonly Judged[]): Judged[] {
  const counts = new Map<string, number>();
  const kept = judged.filter(({ locator }) => {
    const { css, data, label, column, above } = locator;
    const shown = label === undefined ? sortOf(css) : "label";
    const sort = data ?? (column !== undefined ? "column" : above === true ? "above" : shown);
    const count = counts.get(sort) ?? 0;
    counts.set(sort, count + 1);
    return count < MOST_OF_SORT;
  });
  return kept.slice(0, MOST_LOCATORS);
}

/** Selectors that go by names and those that go by tags do not fail together. */
function sortOf(css = ""): string {
  if (isPositional(css)) return "position";
  return /[.#[]/.test(css) ? "name" : "tag";
}

function boundsOf(values: readonly Json[]): Pick<FieldRecipe, "range" | "lengths"> {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length > 0) return { range: [Math.min(...numbers), Math.max(...numbers)] };
  const lengths = values.flatMap((value) => (typeof value === "string" ? value.length : []));
  return lengths.length === 0 ? {} : { lengths: [Math.min(...lengths), Math.max(...lengths)] };
}
