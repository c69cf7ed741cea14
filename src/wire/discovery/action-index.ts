import type { Action } from "../format/action.ts";
import { actionTerms, type ActionTerms, type ObjectWord } from "./action-terms.ts";
import { readIntent, type Intent } from "./read-intent.ts";

/** From how much a term counts on it counts little more. */
const SATURATION = 2;
/** How much it counts that an action has all the words. */
const COVERAGE = 0.7;
/** What it is worth that the site is named, of the weight of the rarest word. */
const NAMED = 2;
/** What it is worth that the action does what is asked for (lists, where nothing is said), of the weight of the rarest word. */
const DEED = 0.3;

/** What it is worth that the action is about nothing but what is asked for, of the weight of the rarest word. */
const OBJECT = 0.5;
/** What another form of the word, or a synonym, is worth of it. */
const OTHER_FORM = 0.6;
/** What a word is worth of it that tells only what the thing belongs to. */
const BELONGING = 0.5;
/** What an action that writes is worth when something is to be read, and the other way round. */
const OTHER_TYPE = 0.5;

interface Entry {
  readonly action: Action;
  readonly terms: ActionTerms;
}

/** Finds actions by what somebody wants. */
export class ActionIndex {
  readonly #entries: readonly Entry[];
  /** By term: how many actions have it. */
  readonly #counts = new Map<string, number>();

  /** @param actions in the order that decides where all else is equal */
  constructor(actions: readonly Action[]) {
    this.#entries = actions.map((action) => ({ action, terms: actionTerms(action) }));
    for (const { terms } of this.#entries) {
      for (const term of terms.weights.keys()) {
        this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1);
      }
    }
  }

  /** The actions that have anything of what is asked for, best first. */
  rank(text: string): Action[] {
    const intent = readIntent(text, this.#counts);
    const weights = intent.terms.map((term) => this.#weight(term));
    const ranked = this.#entries.map((entry) => ({
      action: entry.action,
      score: scoreOf(entry, intent, weights),
    }));
    return ranked
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ action }) => action);
  }

  /** The rarer, the more a term tells. */
  #weight(term: string): number {
    const count = this.#counts.get(term) ?? 0;
    return Math.log(1 + (this.#entries.length - count + 0.5) / (count + 0.5));
  }
}

/** Whether an action does what a text asks for, with all the things that the action is about. */
export function fitsIntent(action: Action, text: string): boolean {
  const { weights, object, deed } = actionTerms(action);
  const intent = readIntent(text, weights);
  const isAbout = object.every(({ terms }) => intent.terms.some((term) => terms.has(term)));
  return isAbout && intent.deed === deed;
}

function scoreOf({ action, terms }: Entry, intent: Intent, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [sum, covered] = [0, 0];
  for (const [index, term] of intent.terms.entries()) {
    const count = terms.weights.get(term) ?? 0;
    const weight = weights[index] ?? 0;
    if (count > 0) covered += weight;
    sum += (weight * count * (SATURATION + 1)) / (count + SATURATION);
  }
  if (sum === 0) return 0;
  const heaviest = Math.max(...weights);
  const named = terms.siteNames.some((name) => isIn(name, intent.order)) ? NAMED * heaviest : 0;
  const deed = intent.deed === terms.deed ? DEED * heaviest : 0;
  const object = OBJECT * heaviest * shareOf(terms.object, intent);
  const isOther = (intent.deed === "create") !== (action.info.type === "write");
  return (sum + named + deed + object) * (covered / total) ** COVERAGE * (isOther ? OTHER_TYPE : 1);
}

/** How much of what an action is about is asked for; `articles` asks for several, not for an `article`. */
function shareOf(object: readonly ObjectWord[], { words, terms, head }: Intent): number {
  const shares = object.map(({ word, terms: known }) => {
    const found = terms.filter((term) => known.has(term));
    if (found.length === 0) return 0;
    const place = found.some((term) => head.has(term)) ? 1 : BELONGING;
    return place * (words.has(word) ? 1 : OTHER_FORM);
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** Whether a site's name stands there, also written as one word. */
function isIn(name: readonly string[], order: readonly string[]): boolean {
  if (order.includes(name.join(""))) return true;
  return order.some((_, start) => name.every((term, index) => order[start + index] === term));
}
