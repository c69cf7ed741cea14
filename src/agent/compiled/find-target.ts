import { slugOf } from "./url-shape.ts";
import type { PageElement } from "../view/list-elements.ts";
import type { CompiledTarget } from "./compiled-task.ts";

/** The elements of a page, and what tells them apart. */
interface Elements {
  readonly list: readonly PageElement[];
  /** In the order of what is asked for. */
  attributesOf(refs: readonly string[]): Promise<readonly Readonly<Record<string, string>>[]>;
}

/** The element that a target was, or why none can be taken for it. */
type FoundTarget =
  | { readonly ref: string; readonly healed?: string | undefined }
  | { readonly fault: string };

/** Attributes that were given to an element to tell it. */
const OWN = [
  "data-testid",
  "data-test",
  "data-test-id",
  "data-cy",
  "data-qa",
  "id",
  "name",
  "href",
];
/** Roles of what is filled in: their attributes say for the server what they are. */
const FIELDS =
  /^(?:textbox|searchbox|combobox|listbox|spinbutton|slider|checkbox|radio|switch|file)$/;

/** A target with its parameters filled in. */
export interface ExpectedTarget extends CompiledTarget {
  /** The values of parameters that `beside` names: the element stands where they are said. */
  readonly named: readonly string[];
}

/**
 * Finds the element that a target was: by role and name where that tells it, by what stands beside it,
 * attributes and place among several of one name; where none is called so, by what else is surely the
 * same. One that is only like it is not taken.
 */
export async function findTarget(target: ExpectedTarget, elements: Elements): Promise<FoundTarget> {
  const called = elements.list.filter(
    ({ role, name }) => role === target.role && isSameName(name, target.name),
  );
  const [first] = called;
  if (first !== undefined && called.length === 1 && target.place.count === 1) {
    return { ref: first.ref };
  }
  if (called.length > 0) return await among(called, target, elements);
  return await healed(target, elements);
}

async function among(
  called: readonly PageElement[],
  target: ExpectedTarget,
  elements: Elements,
): Promise<FoundTarget> {
  const { named, place } = target;
  const rules: (() => readonly PageElement[] | Promise<readonly PageElement[]>)[] =
    named.length > 0
      ? [() => called.filter(({ beside }) => named.every((text) => says(beside, text)))]
      : [
          () => agree(called, target, elements),
          () => called.filter(({ within }) => isSamePlace(within, target.within)),
          () => nearest(called, target.beside),
          () => byPlace(called, place),
        ];
  for (const rule of rules) {
    const [one, ...more] = await rule();
    if (one !== undefined && more.length === 0) return { ref: one.ref };
  }
  const were = place.count === 1 ? "it was the only one" : `it was one of ${place.count}`;
  return { fault: `${called.length} elements on the page have this name, and ${were}` };
}

/** Those beside which most is said that was said beside the target. */
function nearest(
  called: readonly PageElement[],
  beside: readonly string[],
): readonly PageElement[] {
  const counts = called.map((one) => beside.filter((text) => says(one.beside, text)).length);
  const most = Math.max(...counts);
  return most === 0 ? [] : called.filter((_, at) => counts[at] === most);
}

/** The one of its place where there are as many as there were, or where it was the first of several. */
function byPlace(
  called: readonly PageElement[],
  { index, count }: CompiledTarget["place"],
): readonly PageElement[] {
  const isAsBefore = called.length === count || (index === 0 && count > 1);
  return isAsBefore ? called.slice(index, index + 1) : [];
}

function says(beside: readonly string[], text: string): boolean {
  return beside.some((one) => isSameName(one, text) || holdsWords(one, text));
}

/** Those whose own attributes are the target's. */
async function agree(
  list: readonly PageElement[],
  target: ExpectedTarget,
  elements: Elements,
): Promise<PageElement[]> {
  const attributes = await elements.attributesOf(list.map(({ ref }) => ref));
  return list.filter((_, at) => isSameOwn(attributes[at] ?? {}, target.attributes));
}

async function healed(target: ExpectedTarget, elements: Elements): Promise<FoundTarget> {
  const list = elements.list.filter(({ role }) => isSameKind(role, target.role));
  const agreeing = await agree(list, target, elements);
  const surely = agreeing.filter((one) => isSurely(one, target));
  const [one] = surely;
  if (one !== undefined && surely.length === 1) {
    return { ref: one.ref, healed: `its name is now "${one.name}"` };
  }
  const alike = list.filter(
    ({ role, name, within }) =>
      role === target.role &&
      holdsWords(name, target.name) &&
      within.join() === target.within.join(),
  );
  const [only] = alike;
  if (only !== undefined && alike.length === 1) {
    return { ref: only.ref, healed: `its name is now "${only.name}"` };
  }
  return { fault: "no element on the page has this name" };
}

/** Whether what is called otherwise does the same: a field of its name, a link to its address. */
function isSurely({ name, role }: PageElement, { attributes, name: was }: ExpectedTarget): boolean {
  if (FIELDS.test(role)) return true;
  if (role === "link" && (attributes["href"] ?? "/") !== "/") return true;
  return holdsWords(name, was) || holdsWords(was, name);
}

function isSameOwn(
  now: Readonly<Record<string, string>>,
  was: Readonly<Record<string, string>>,
): boolean {
  const told = OWN.filter((name) => was[name] !== undefined);
  // One that was given away and one that is gone both say nothing.
  const same = told.filter((name) => now[name] === was[name]);
  const other = told.filter((name) => now[name] !== undefined && now[name] !== was[name]);
  return same.length > 0 && other.length === 0 && (was["value"] ?? "") === (now["value"] ?? "");
}

function isSameKind(now: string, was: string): boolean {
  const fields = /^(?:textbox|searchbox|combobox)$/;
  return now === was || (fields.test(now) && fields.test(was));
}

function isSamePlace(now: readonly string[], was: readonly string[]): boolean {
  return was.length > 0 && now.length === was.length && now.every((label, at) => label === was[at]);
}

/** Names without letters, as `+`, are compared as they are. */
function isSameName(a: string, b: string): boolean {
  const slug = slugOf(a);
  return slug === "" ? a.trim() === b.trim() : slug === slugOf(b);
}

/** Whether a name has all words of another. */
function holdsWords(name: string, words: string): boolean {
  const own = new Set(slugOf(name).split("-"));
  const wanted = slugOf(words).split("-").filter(Boolean);
  return wanted.length > 0 && wanted.every((word) => own.has(word));
}
