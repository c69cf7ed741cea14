import { decodeText } from "../scan/decode.ts";
import { isObject } from "./json-ld.ts";
import { fold, type PageFacts } from "./page-facts.ts";

/** Gives what the first of the named `meta` elements says that the page has. */
export type MetaReader = (...names: string[]) => string | undefined;

/** Reads a page's `meta` elements by name. */
export function metaReader(facts: PageFacts): MetaReader {
  return (...names) => {
    for (const name of names) {
      const meta = facts.metas.get(name);
      if (meta !== undefined) return unescapeTwice(meta.content);
    }
    return undefined;
  };
}

/** Many pages escape what a meta says twice; `&amp;` and quotes in it are never meant. */
function unescapeTwice(content: string): string {
  return content.includes("&") ? fold(decodeText(content, false)) : content;
}

/** A text of linked data, white space folded; undefined for anything else and when it is empty. */
export function statedText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return fold(unescapeTwice(value)) || undefined;
}

/**
 * The names of a person or organisation of linked data, or of several.
 * @param resolve gives what a reference by `@id` stands for
 */
export function statedNames(
  value: unknown,
  resolve: (value: unknown) => unknown = (item) => item,
): string | undefined {
  const values = Array.isArray(value) ? value.slice(0, MOST_NAMES) : [value];
  const names = values.flatMap((item) => {
    const thing = resolve(item);
    const name = isObject(thing) ? thing["name"] : thing;
    return Array.isArray(name) ? name.slice(0, MOST_NAMES).map(statedText) : [statedText(name)];
  });
  const found = names
    .filter((name) => name !== undefined && !NO_NAME.test(name))
    .map((name) => name?.replace(/^by\s+(?=\S)/i, ""));
  return found.length === 0 ? undefined : [...new Set(found)].join(", ");
}

/** What templates leave instead of a name, and addresses of profiles. */
const NO_NAME = /^(?:https?:.*|undefined|null|none|n\/a|admin|administrator)$/i;

const MOST_NAMES = 20;
