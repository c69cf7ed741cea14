import type { Json } from "../../storage/index.ts";
import type { Property } from "../schema/property.ts";
import { isPositional } from "./css-of.ts";
import { isSame } from "./is-same.ts";
import { readField, type Located } from "./read-field.ts";
import type { FieldRecipe, Locator } from "./recipe.ts";
import type { RecipePage } from "./recipe-page.ts";
import type { LocatorScope } from "./scope.ts";

/** Either a value, or why there is none; neither where the page simply lacks it. */
interface FieldVerdict {
  readonly located?: Located;
  readonly fault?: string;
}

/** Times that a number may be beyond what was seen, and a text longer or shorter. */
const NUMBER_SLACK = 20;
const LENGTH_SLACK = 8;

/** Times that a number may be less than the least that was seen. */
const LEAST_SLACK = 50;

/** A learned field, with the property that it is of. */
export interface LearnedField {
  readonly field: FieldRecipe;
  readonly property: Property;
}

/** What the locators of a field agree on: the value that has most of their votes. */
export function judgeField(
  page: RecipePage,
  { field, property }: LearnedField,
  scope: LocatorScope,
): FieldVerdict {
  const { locators, isList } = field;
  const found = locators.flatMap((locator) => {
    const located = readField(page, locator, { property, scope, isList });
    return located === undefined ? [] : [{ located, locator, votes: votesOf(locator) }];
  });
  const [first] = found;
  if (first === undefined) return {};
  const all = sum(found);
  const winner = found.find(({ located }) => 2 * votesFor(located, found) > all);
  if (winner === undefined) return { fault: "its locators do not agree" };
  const silent = locators.filter((each) => !found.some(({ locator }) => locator === each));
  if (votesFor(winner.located, found) < silentVotes(page, silent, scope)) {
    return { fault: "locators that always found it now find nothing" };
  }
  if (all < 0.5 && locators.some((locator) => votesOf(locator) >= 1)) {
    return { fault: "only the locator of its position still matches" };
  }
  if (all < LEAST_SHARE * shownVotes(page, locators))
    return { fault: "most of its locators find nothing" };
  return isLike(winner.located.value, field)
    ? { located: winner.located }
    : { fault: "the value is not like those that were learned" };
}

/** Share of the votes of selectors on the page that locators with a value have at least. */
const LEAST_SHARE = 0.3;

/** Votes of the selectors that match anything on the page; classes of another design do not. */
function shownVotes(page: RecipePage, locators: readonly Locator[]): number {
  const shown = locators.filter(({ css }) => css !== undefined && page.matches(css).length > 0);
  return shown.reduce((all, each) => all + votesOf(each), 0);
}

/** Votes of locators that found a value in all that was learned from, and find none where they could. */
function silentVotes(
  page: RecipePage,
  silent: readonly Locator[],
  { node, thing }: LocatorScope,
): number {
  const able = silent.filter(({ always, data, type }) => {
    if (always !== true) return false;
    if (node !== 0 || thing !== undefined) return true;
    return data === undefined ? page.isOfDesign : page.tells(data, type);
  });
  return able.reduce((all, each) => all + votesOf(each), 0);
}

interface Vote {
  readonly located: Located;
  readonly votes: number;
}

function sum(votes: readonly Vote[]): number {
  return votes.reduce((all, each) => all + each.votes, 0);
}

function votesFor({ value }: Located, found: readonly Vote[]): number {
  return sum(found.filter(({ located }) => isSame(located.value, value)));
}

/** What a page says of itself is surer than what its state has of all kinds. */
const DATA_VOTES: Readonly<Record<NonNullable<Locator["data"]>, number>> = {
  "json-ld": 4,
  microdata: 4,
  rdfa: 4,
  state: 3,
  "open-graph": 2,
  meta: 2,
};

/** How much a locator counts beside the others of its field. */
function votesOf({ data, label, css = "", first, column }: Locator): number {
  if (column !== undefined) return 2;
  if (data !== undefined) return DATA_VOTES[data];
  if (label !== undefined) return 4;
  if (isPositional(css)) return 0.1;
  if (first === true) return 0.5;
  return css.includes("[class*=") ? 1 : 1.5;
}

/** Whether a value is like those that were learned from. */
function isLike(value: Json, { range, lengths }: FieldRecipe): boolean {
  if (typeof value === "number" && range !== undefined) {
    const [least, greatest] = range;
    const slack = Math.max(Math.abs(least), Math.abs(greatest), 10) * NUMBER_SLACK;
    const lowest = least < 0 ? -slack : least / LEAST_SLACK;
    return value >= lowest && value <= slack;
  }
  if (typeof value === "string" && lengths !== undefined) {
    const [least, greatest] = lengths;
    return (
      value.length <= Math.max(greatest, 20) * LENGTH_SLACK && value.length * LENGTH_SLACK >= least
    );
  }
  return true;
}
