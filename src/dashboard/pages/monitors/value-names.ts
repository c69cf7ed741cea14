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
  return elements.map((element, at) => {
    const name = ownName(element) ?? labelOf(element, elements[at - 1]) ?? `value${at + 1}`;
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
    taken.add(free);
    return free;
  });
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

/** `Price: 18.50 €` says its label itself; else a short text in front of it may be one. */
function labelOf({ text }: Named, before: Named | undefined): string | undefined {
  const own = /^([^:\d]{2,40}):\s*\S/.exec(text)?.[1];
  if (own !== undefined) return nameOf(own);
  const label = before === undefined ? undefined : /^([^:\d]{2,40}):$/.exec(before.text)?.[1];
  const isTerm = before !== undefined && /(?:^|[\s>])(?:dt|th|label)[^\s>]*$/.test(before.selector);
  return nameOf(label ?? (isTerm ? before.text : ""));
}

function nameOf(text: string): string | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.join("_").slice(0, LONGEST);
  // What a program has made up is no name: `css-1x2y3z`, `a1b2c3`.
  const isMadeUp = /\d{2}|\d\p{L}+\d/u.test(name);
  return /\p{L}{2}/u.test(name) && !isMadeUp ? name : undefined;
}
