import { stemmingOf, termsOf } from "../../evidence/index.ts";
import type { Action } from "../format/action.ts";

/** How much a term counts by where it stands, and what is a usual number of terms there. */
const fields = {
  site: { weight: 3, usual: 4, b: 0.2 },
  object: { weight: 3, usual: 1, b: 0.5 },
  name: { weight: 2, usual: 4, b: 0.4 },
  tags: { weight: 1.6, usual: 5, b: 0.3 },
  description: { weight: 1, usual: 20, b: 0.5 },
  parameters: { weight: 0.4, usual: 60, b: 0.6 },
  about: { weight: 0.5, usual: 25, b: 0.5 },
} as const;
type Field = keyof typeof fields;

/** What a synonym counts of the word that it stands for. */
const SYNONYM = 0.8;

/** The terms of an action, and how much each counts. */
export interface ActionTerms {
  readonly weights: ReadonlyMap<string, number>;
  /** Names of the site as terms in order: its name, its slug, other words for it. */
  readonly siteNames: readonly (readonly string[])[];
  readonly deed: string;
  /** What it is about, a word of the id after another. */
  readonly object: readonly ObjectWord[];
}

/** A word for what an action is about, such as `issues`. */
export interface ObjectWord {
  readonly word: string;
  /** Its term, and those of its synonyms. */
  readonly terms: ReadonlySet<string>;
}

const known = new WeakMap<Action, ActionTerms>();
const stemming = stemmingOf("en");

/** The terms of a text, as all texts of a catalog are known. */
export const catalogTerms = (text: string): string[] => termsOf(text, stemming);

/** The terms of an action; worked out once. */
export function actionTerms(action: Action): ActionTerms {
  const found = known.get(action) ?? readTerms(action);
  known.set(action, found);
  return found;
}

function readTerms({ info, site }: Action): ActionTerms {
  const [deed = "", ...object] = info.action_id.slice(site.slug.length + 1).split("_");
  const texts: Readonly<Record<Field, string>> = {
    site: `${site.name} ${site.slug.replaceAll("-", " ")} ${site.domain}`,
    object: object.join(" "),
    name: `${info.name} ${deed}`,
    tags: info.tags.join(" "),
    description: info.description,
    parameters: info.parameters
      .map(({ name, description }) => `${name.replaceAll("_", " ")} ${description}`)
      .join(" "),
    about: `${site.description} ${site.tags.join(" ")} ${site.category}`,
  };
  const weights = new Map<string, number>();
  for (const field of Object.keys(fields) as Field[]) addField(weights, field, texts[field]);
  const siteNames = siteNamesOf(site);
  for (const names of siteNames) add(weights, names.join(""), fields.site.weight);
  addSynonyms(weights, site.synonyms);
  const thing = object.map((word) => ({ word, terms: withSynonyms(word, site.synonyms) }));
  return { weights, siteNames, deed, object: thing };
}

function addField(weights: Map<string, number>, field: Field, text: string): void {
  const { weight, usual, b } = fields[field];
  const terms = catalogTerms(text);
  const share = weight / (1 - b + (b * terms.length) / usual);
  for (const term of terms) add(weights, term, share);
}

function add(weights: Map<string, number>, term: string, weight: number): void {
  weights.set(term, (weights.get(term) ?? 0) + weight);
}

/** A word's synonyms count where the word itself does. */
function addSynonyms(weights: Map<string, number>, synonyms: Action["site"]["synonyms"]): void {
  const own = new Map(weights);
  for (const [word, others] of Object.entries(synonyms)) {
    const least = Math.min(...catalogTerms(word).map((term) => own.get(term) ?? 0));
    if (least === 0 || least === Infinity) continue;
    for (const other of others) {
      for (const term of new Set(catalogTerms(other))) {
        weights.set(term, Math.max(weights.get(term) ?? 0, least * SYNONYM));
      }
    }
  }
}

function withSynonyms(word: string, synonyms: Action["site"]["synonyms"]): Set<string> {
  const own = catalogTerms(word);
  const others = Object.entries(synonyms).flatMap(([key, list]) =>
    catalogTerms(key).join(" ") === own.join(" ") ? list : [],
  );
  return new Set([...own, ...others.flatMap(catalogTerms)]);
}

function siteNamesOf({ name, slug, domain, synonyms }: Action["site"]): string[][] {
  const own = [name, slug];
  const isOwn = (word: string): boolean =>
    own.some((one) => catalogTerms(one).join(" ") === catalogTerms(word).join(" "));
  const others = Object.entries(synonyms).flatMap(([word, list]) => (isOwn(word) ? list : []));
  const names = [...own, domain, ...others].map(catalogTerms).filter((terms) => terms.length > 0);
  return [...new Map(names.map((terms) => [terms.join(" "), terms])).values()];
}
