import type { MonitorPreviewElement } from "../../../client/index.ts";

type Named = Pick<MonitorPreviewElement, "selector" | "text">;

/** The longest name that is suggested, and the longest text that is taken for a label. */
const LONGEST = 40;

/**
 * Names for values, each of them different: what the page calls an element (its id, `itemprop` or
 * class, or that of what it stands in), the label in front of it, `heading`, and a number where it has
 * nothing. `#price` is `price`, `.product-price > b:nth-of-type(2)` is `product_price`.
 */
export function valueNames(elements: readonly Named[]): string[] {
  const taken = new Set<string>();
  const free = (name: string): string => {
    let each = name;
    for (let count = 2; taken.has(each); count += 1) each = `${name}_${count}`;
    taken.add(each);
    return each;
  };
  // What the page calls an element goes before what only stands in front of one.
  const own = elements.map((element) => {
    const name = ownName(element);
    return name === undefined ? undefined : free(name);
  });
  return elements.map((_, at) => own[at] ?? free(labelOf(elements, at) ?? `value${at + 1}`));
}

/** A word of a selector that a person has chosen: an id, a class, an attribute's value. */
const chosen = /[#.]((?:[\w-]|\\.)+)|\[(?:itemprop|name|data-[\w-]+|aria-label)="?([^"\]]+)"?\]/g;

function ownName({ selector }: Named): string | undefined {
  const parts = selector.split(/\s*[>~+]\s*|\s+(?![^[]*\])/);
  for (const [above, part] of parts.toReversed().entries()) {
    // What a whole region is called says nothing of one value in it.
    if (above > 0 && /^(?:main|body|article|section|ul|ol|table|tr)(?![\w-])/.test(part)) break;
    const names = [...part.matchAll(chosen)].map(([, word, value]) => nameOf(word ?? value ?? ""));
    const found = names.find((name) => name !== undefined);
    if (found !== undefined) return found;
    if (/^h[1-6](?![\w-])/.test(part)) return "heading";
  }
  return undefined;
}

/** `Price: 18.50 €` says its label itself; else the text or the term in front of it may be one. */
function labelOf(elements: readonly Named[], at: number): string | undefined {
  const { text = "", selector = "" } = elements[at] ?? {};
  const said = /^([^:\d]{2,40}):\s*\S/.exec(text)?.[1];
  if (said !== undefined) return nameOf(said);
  const label = /^([^:\d]{2,40}):$/.exec(elements[at - 1]?.text ?? "")?.[1];
  return nameOf(label ?? termOf(elements.slice(Math.max(0, at - 2), at), selector));
}

/** The term that a cell or a description belongs to; what holds both may be listed between them. */
function termOf(before: readonly Named[], selector: string): string {
  if (!/(?:^|[\s>])(?:dd|td)[^\s>]*$/.test(selector)) return "";
  const isTerm = ({ selector: each }: Named): boolean => /(?:^|[\s>])(?:dt|th)[^\s>]*$/.test(each);
  return before.findLast(isTerm)?.text ?? "";
}

function nameOf(text: string): string | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.join("_").slice(0, LONGEST);
  // What a program has made up is no name: `css-1x2y3z`, `a1b2c3`.
  const isMadeUp = /\d{2}|\d\p{L}+\d/u.test(name);
  return /\p{L}{2}/u.test(name) && !isMadeUp ? name : undefined;
}
