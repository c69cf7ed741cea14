import { checkArgument } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import { extractMetadata, selectLists, wholePage, type NodeId } from "../../html/index.ts";
import { isObject } from "../schema/value-schema.ts";
import { columnCandidates, tablesOf, type TableGrid } from "../candidates/columns.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { compositeCandidates } from "../candidates/composite.ts";
import { labelCandidates } from "../candidates/labels.ts";
import { pageThings } from "../candidates/page-things.ts";
import type { Thing } from "../candidates/things.ts";
import { readName, type Name } from "../schema/names.ts";
import { PageText } from "../candidates/page-text.ts";
import type { ReadPage, SourcePage } from "../candidates/read-page.ts";
import { titleOf } from "../candidates/page-candidates.ts";
import { PlaceWeights } from "../candidates/place-weights.ts";
import type { Property } from "../schema/property.ts";
import { isCurrency } from "../values/read-currency.ts";
import { isAddress } from "../choose/read-leaf.ts";
import { iconCandidates } from "./icon-labels.ts";
import type { Locator } from "./recipe.ts";
import { inScope, isInScope, lastAbove, PAGE, rootsOf, type LocatorScope } from "./scope.ts";
import { wayOf } from "./way-of.ts";

const NO_NAME: Name = { key: "", words: [] };

/** Characters of a text that a number, a date, one of several words is read from. */
export const LONGEST_TYPED = 60;

/** Share of the text of the main part from which an element is all of it. */
const MOST_OF_MAIN = 0.9;

/** Elements in places that count less are about other things than the page. */
export const LEAST_PLACE = 0.6;

/** Labels in places that count less are about other things than the page. */
const LEAST_WEIGHT = 0.86;

/** A page, ready for locators. */
export class RecipePage {
  readonly candidates: ReadPage;
  /** Whether the page looks as those that were learned from: most of what was called something is there. */
  isOfDesign = true;
  readonly #values: ReadonlySet<string>;
  readonly #selected = new Map<string, readonly NodeId[]>();
  #main: NodeId | undefined;
  #heads: ReadonlySet<NodeId> | undefined;
  #tablesRead: readonly TableGrid[] | undefined;
  #grids: ReadonlyMap<NodeId, readonly NodeId[]> | undefined;
  #labelled: ReadonlyMap<string, readonly Candidate[]> | undefined;

  /** @param values what is known of the page, which names nothing */
  constructor(source: SourcePage, values?: Json) {
    checkArgument("page that is read by a recipe", source, "object");
    this.#values = new Set(textsOf(values).flatMap((text) => readName(text)?.key ?? []));
    const { tree, url } = source;
    const view = wholePage(tree, { url });
    const text = new PageText(view);
    let language: string | undefined;
    let things: ReadPage["things"] | undefined;
    this.candidates = {
      tree,
      url,
      text,
      baseUrl: view.baseUrl ?? url,
      weights: new PlaceWeights(text),
      title: titleOf(text),
      shown: [],
      get language() {
        language ??= extractMetadata(tree, { url }).language ?? "";
        return language;
      },
      get things() {
        things ??= pageThings(tree, url);
        return things;
      },
    };
  }

  /** What is called something on the page, by that name's key; read when it is first asked for. */
  get #names(): ReadonlyMap<string, readonly Candidate[]> {
    const { text } = this.candidates;
    this.#labelled ??= Map.groupBy(
      [...columnCandidates(text), ...labelCandidates(text), ...iconCandidates(text)],
      ({ name }) => name.key,
    );
    return this.#labelled;
  }

  get #tables(): readonly TableGrid[] {
    this.#tablesRead ??= tablesOf(this.candidates.text);
    return this.#tablesRead;
  }

  /** What values are called on the page: not by other values, nor by numbers. */
  labels(): string[] {
    return [...this.#names.keys()].filter((key) => !NUMBERED.test(key) && !this.#values.has(key));
  }

  /** Evaluates selectors at once, which is cheaper than one at a time. */
  select(selectors: Iterable<string>): void {
    const fresh = [...new Set(selectors)].filter((css) => !this.#selected.has(css));
    const lists = selectLists(this.candidates.tree, fresh);
    const { text } = this.candidates;
    for (const [at, css] of fresh.entries()) {
      this.#selected.set(
        css,
        (lists[at] ?? []).filter((node) => text.isShown(node)),
      );
    }
  }

  /** The elements that a selector matches, of those that are shown, in the order of the page. */
  matches(css: string, scope: LocatorScope = PAGE): readonly NodeId[] {
    if (!this.#selected.has(css)) this.select([css]);
    const nodes = this.#selected.get(css) ?? [];
    return scope.node === 0 ? nodes : inScope(this.candidates.text, nodes, scope);
  }

  /** What a locator leads to, in document order. */
  locate(locator: Locator, scope: LocatorScope): Candidate[] {
    const found = this.#find(locator, scope);
    return found.flatMap((candidate) => trimmed(candidate, locator));
  }

  #find(locator: Locator, scope: LocatorScope): readonly Candidate[] {
    const { thing } = scope;
    if (locator.css !== undefined) {
      return this.#selectedIn(locator.css, locator, scope)
        .filter((each) => this.#isOnWay(each, locator))
        .flatMap((each) => this.#candidate(each, locator));
    }
    if (locator.label !== undefined) return this.#called(locator.label, scope);
    if (locator.column !== undefined) return this.#inColumn(locator.column, scope);
    return thing === undefined ? this.#told(locator) : membersAt(thing, locator);
  }

  #selectedIn(
    css: string,
    { above, step, within }: Locator,
    scope: LocatorScope,
  ): readonly NodeId[] {
    const { text } = this.candidates;
    if (above === true) {
      const last = scope.node === 0 ? undefined : lastAbove(text, this.matches(css), scope);
      return last === undefined ? [] : [last];
    }
    if (scope.node === 0) return this.#ofPage(css, within);
    if (step === undefined) return this.matches(css, scope);
    const root = rootsOf(scope)[step];
    return root === undefined ? [] : this.matches(css, { node: root });
  }

  /** What a selector matches that is about the page, and stands where it stood. */
  #ofPage(css: string, within: string | undefined): readonly NodeId[] {
    const { text, weights } = this.candidates;
    const own = this.matches(css).filter((node) => weights.of(node) >= LEAST_PLACE);
    if (within === undefined || own.length === 0) return own;
    const holders = this.matches(within);
    // A design that has no such element tells nothing of where the value is.
    if (holders.length === 0 && !this.isOfDesign) return own;
    return own.filter((node) => holders.some((holder) => text.isIn(node, holder)));
  }

  /** The cell of a row in a column of its table; one that is of several columns is of none. */
  #inColumn(column: number, { node }: LocatorScope): readonly Candidate[] {
    const cells = this.cellsOf(node);
    const cell = cells[column];
    if (cell === undefined || cells.filter((each) => each === cell).length > 1) return [];
    return this.#candidate(cell, {});
  }

  /** The cells of a row of a table by columns, those that reach into it from above among them. */
  cellsOf(row: NodeId): readonly NodeId[] {
    this.#grids ??= new Map(this.#tables.flatMap(({ rows }) => rows));
    return this.#grids.get(row) ?? [];
  }

  #isOnWay(node: NodeId, { css = "", way }: Locator): boolean {
    return way === undefined || wayOf(this.candidates.text, node, css) === way;
  }

  /** What is called so: in an element, else on the page by what is about it. */
  #called(label: string, scope: LocatorScope): readonly Candidate[] {
    const { text, weights } = this.candidates;
    const all = this.#names.get(readName(label)?.key ?? "") ?? [];
    if (scope.node !== 0) return all.filter(({ node }) => isInScope(text, node, scope));
    return all.filter(
      ({ node, isOfRecord }) => isOfRecord !== true && weights.of(node) >= LEAST_WEIGHT,
    );
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

  /** Whether an element has nearly all that the page's main part says: it is no value, but the page. */
  isWholeMain(node: NodeId): boolean {
    const { text, tree } = this.candidates;
    this.#main ??= text.elements.find((each) => tree.name(each) === "main") ?? 0;
    if (this.#main === 0) return false;
    const [from, to] = text.range(this.#main);
    const [start, end] = text.range(node);
    return end - start >= MOST_OF_MAIN * (to - from) && end - start > LONGEST_TYPED;
  }

  /** Whether the page has data of a form, and of a type where one is meant. */
  tells(data: NonNullable<Locator["data"]>, type: string | undefined): boolean {
    return this.candidates.things.some(
      ({ thing, source }) => source === data && hasType(thing, type),
    );
  }

  /** What things of a form and type have; those that have the page's title where there are such. */
  #told({ data, type, ...locator }: Locator): Candidate[] {
    const { things, title } = this.candidates;
    const own = things.filter(({ thing, source }) => source === data && hasType(thing, type));
    const titled = own.filter(({ thing }) => TITLES.some((name) => thing[name] === title));
    return (titled.length === 0 ? own : titled).flatMap(({ thing }) =>
      membersAt(thing, { ...locator, ...(data !== undefined && { data }) }),
    );
  }

  /** Whether an element is no row of a table's head. */
  isBodyRow(node: NodeId): boolean {
    this.#heads ??= new Set(this.#tables.flatMap(({ heads }) => heads));
    return !this.#heads.has(node);
  }
}

/** A name with a number in it is of one page. */
const NUMBERED = /\d{2}/;

/** All texts of values. */
function textsOf(values: Json | undefined): string[] {
  if (typeof values === "string") return [values];
  if (Array.isArray(values)) return values.flatMap((each: Json) => textsOf(each));
  return isObject(values) ? Object.values(values).flatMap((each) => textsOf(each)) : [];
}

const TITLES = ["name", "headline", "title"];

/** Whether a property's values are no free texts and addresses: they are short, and read of short texts. */
export function isTyped(property: Property): boolean {
  if (isAddress(property)) return false;
  const { type, format, allowed } = property.schema;
  const isFree = (type === "string" || type === undefined) && format === undefined;
  return !isFree || allowed !== undefined || isCurrency(property);
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
