import { extractMetadata, selectLists, wholePage, type NodeId } from "../../html/index.ts";
import { isObject } from "../value-schema.ts";
import { columnCandidates } from "../candidates/columns.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { compositeCandidates } from "../candidates/composite.ts";
import { labelCandidates } from "../candidates/labels.ts";
import { pageThings } from "../candidates/page-things.ts";
import type { Thing } from "../candidates/things.ts";
import { readName, type Name } from "../names.ts";
import { PageProof } from "../page-proof.ts";
import { PageText } from "../page-text.ts";
import { titleOf, type PageCandidates, type SourcePage } from "../page-candidates.ts";
import { PlaceWeights } from "../place-weights.ts";
import type { Locator } from "./recipe.ts";

/** What a locator finds values in. */
export interface LocatorScope {
  /** The element that a value stands in; 0 for the whole page. */
  readonly node: NodeId;
  /** The thing whose members are meant; the page's things when absent. */
  readonly thing?: Thing | undefined;
}

const NO_NAME: Name = { key: "", words: [] };

/** A page, ready for locators. */
export class RecipePage {
  readonly candidates: PageCandidates;
  /** What is called something on the page, by that name's key. */
  readonly labelled: ReadonlyMap<string, readonly Candidate[]>;
  readonly #selected = new Map<string, readonly NodeId[]>();

  constructor(source: SourcePage) {
    const { tree, url } = source;
    const view = wholePage(tree, { url });
    const text = new PageText(view);
    const shown = [...columnCandidates(text), ...labelCandidates(text)];
    this.labelled = Map.groupBy(shown, ({ name }) => name.key);
    const page = {
      tree,
      url,
      text,
      baseUrl: view.baseUrl ?? url,
      language: extractMetadata(tree, { url }).language ?? "",
      shown,
      things: pageThings(tree, url),
    };
    const weights = new PlaceWeights(text);
    this.candidates = { ...page, weights, title: titleOf(text), proof: new PageProof(page) };
  }

  /** Evaluates selectors at once, which is cheaper than one at a time. */
  select(selectors: Iterable<string>): void {
    const fresh = [...new Set(selectors)].filter((css) => !this.#selected.has(css));
    const lists = selectLists(this.candidates.tree, fresh);
    for (const [at, css] of fresh.entries()) this.#selected.set(css, lists[at] ?? []);
  }

  /** The elements that a selector matches. */
  matches(css: string, scope: NodeId): readonly NodeId[] {
    if (!this.#selected.has(css)) this.select([css]);
    const nodes = this.#selected.get(css) ?? [];
    if (scope === 0) return nodes;
    return nodes.filter((node) => this.candidates.text.isIn(node, scope));
  }

  /** What a locator leads to, in document order. */
  locate(locator: Locator, scope: LocatorScope): Candidate[] {
    const found = this.#find(locator, scope);
    return found.flatMap((candidate) => trimmed(candidate, locator));
  }

  #find(locator: Locator, { node, thing }: LocatorScope): readonly Candidate[] {
    const { text } = this.candidates;
    if (locator.css !== undefined) {
      return this.matches(locator.css, node).flatMap((each) => this.#candidate(each, locator));
    }
    if (locator.label !== undefined) {
      const all = this.labelled.get(readName(locator.label)?.key ?? "") ?? [];
      return node === 0
        ? all.filter(({ isOfRecord }) => isOfRecord !== true)
        : all.filter((each) => text.isIn(each.node, node));
    }
    return thing === undefined ? this.#told(locator) : membersAt(thing, locator);
  }

  #candidate(node: NodeId, { attribute, css = "" }: Locator): Candidate[] {
    const { text, tree } = this.candidates;
    const value = attribute === undefined ? text.text(node) : tree.attribute(node, attribute);
    return value === undefined
      ? []
      : [
          {
            name: NO_NAME,
            source: attribute === undefined ? "class" : "attribute",
            value,
            node,
            place: css,
          },
        ];
  }

  #told(locator: Locator): Candidate[] {
    return this.candidates.things
      .filter(({ thing, source }) => source === locator.data && hasType(thing, locator.type))
      .flatMap(({ thing }) => membersAt(thing, locator));
  }
}

/** The type of a thing without a namespace; undefined without one. */
export function typeOf(thing: Thing): string | undefined {
  const type: unknown = thing["@type"];
  const first: unknown = Array.isArray(type) ? type[0] : type;
  return typeof first === "string" ? first.replace(/^.*[/:#]/, "") : undefined;
}

function hasType(thing: Thing, type: string | undefined): boolean {
  return type === undefined || typeOf(thing) === type;
}

function membersAt(thing: Thing, { data, path = "" }: Locator): Candidate[] {
  let at: unknown = thing;
  for (const member of path.split(".")) {
    const first: unknown = Array.isArray(at) ? at[0] : at;
    if (!isObject(first)) return [];
    at = first[member];
  }
  if (at === undefined || at === null || data === undefined) return [];
  return [{ name: NO_NAME, source: data, value: at, node: 0, place: path }];
}

/** A candidate's part that a locator means; none where its text has not the form. */
function trimmed(candidate: Candidate, { part, after, before }: Locator): Candidate[] {
  const parts = part === undefined ? [candidate] : partsOf(candidate, part);
  if (after === undefined && before === undefined) return parts;
  return parts.flatMap((each) => {
    const text = String(each.value);
    const from = after === undefined ? 0 : text.indexOf(after);
    const start = from + (after?.length ?? 0);
    const to = before === undefined ? text.length : text.indexOf(before, start);
    return from === -1 || to === -1 ? [] : [{ ...each, value: text.slice(start, to).trim() }];
  });
}

function partsOf(candidate: Candidate, part: string): Candidate[] {
  const key = readName(part)?.key;
  return compositeCandidates(candidate)
    .filter(({ name }) => name.key === key)
    .slice(0, 1);
}
