import type { Action } from "../action.ts";
import { actionTerms, type ActionTerms } from "./action-terms.ts";
import { readIntent, type Intent } from "./read-intent.ts";

/** From how much a term counts on it counts little more. */
const SATURATION = 2;
/** How much it counts that an action has all the words. */
const COVERAGE = 1;
/** What it is worth that the site is named, of the weight of the rarest word. */
const NAMED = 1;
/** What it is worth that the action does what is asked for (lists, where nothing is said), of the weight of the rarest word. */
const DEED = 0.3;

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
  const deed = (intent.deed ?? "list") === terms.deed ? DEED * heaviest : 0;
  const isOther = (intent.deed === "create") !== (action.info.type === "write");
  return (sum + named + deed) * (covered / total) ** COVERAGE * (isOther ? OTHER_TYPE : 1);
}

/** Whether a site's name stands there, also written as one word. */
function isIn(name: readonly string[], order: readonly string[]): boolean {
  if (order.includes(name.join(""))) return true;
  return order.some((_, start) => name.every((term, index) => order[start + index] === term));
}
