import { isPlainObject } from "../run/json-path.ts";

/** Members that say which item it is. */
const IDS = ["id", "_id", "uuid", "guid"] as const;

/** Items at the end of a page that may come again at the beginning of the next. */
const LONGEST_OVERLAP = 200;

/**
 * The items of the pages so far. A list that grows between two requests gives the last of a page again
 * on the next: those are known by their ids, as long as no page has an id twice.
 */
export class SeenItems {
  readonly #ids = new Set<unknown>();
  #hasIds = true;
  /** The page before, as texts. */
  #before: readonly string[] = [];

  /** The items of a page that came on none before; undefined when the page repeats and no id tells what. */
  newOf(items: readonly unknown[]): readonly unknown[] | undefined {
    if (items.length === 0) return items;
    const ids = items.map((item) => idOf(item));
    this.#hasIds &&= !ids.includes(undefined) && new Set(ids).size === ids.length;
    return this.#hasIds ? this.#newById(items, ids) : this.#newByText(items);
  }

  #newById(items: readonly unknown[], ids: readonly unknown[]): readonly unknown[] | undefined {
    const fresh = items.filter((_, index) => !this.#ids.has(ids[index]));
    for (const id of ids) this.#ids.add(id);
    this.#before = items.map((item) => JSON.stringify(item));
    return fresh.length === 0 ? undefined : fresh;
  }

  #newByText(items: readonly unknown[]): readonly unknown[] | undefined {
    const texts = items.map((item) => JSON.stringify(item));
    const overlap = overlapOf(this.#before, texts);
    this.#before = texts;
    if (overlap === 0) return items;
    // One equal value may be chance, one equal object of several members is not.
    const [first] = items;
    const isChance = overlap === 1 && !(isPlainObject(first) && Object.keys(first).length > 1);
    return isChance && texts.length > 1 ? items : undefined;
  }
}

/** The text or number that says which item it is. */
function idOf(item: unknown): unknown {
  if (!isPlainObject(item)) return undefined;
  return IDS.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined)).find(
    (value) => typeof value === "number" || (typeof value === "string" && value !== ""),
  );
}

/** How many items at the end of one page are those at the beginning of the next. */
function overlapOf(before: readonly string[], texts: readonly string[]): number {
  const longest = Math.min(before.length, texts.length);
  if (
    longest > 0 &&
    before.length === texts.length &&
    before.every((text, i) => text === texts[i])
  ) {
    return longest;
  }
  for (let length = Math.min(longest, LONGEST_OVERLAP); length > 0; length -= 1) {
    const start = before.length - length;
    if (texts.slice(0, length).every((text, i) => text === before[start + i])) return length;
  }
  return 0;
}
