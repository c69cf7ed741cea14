/** Attributes that carry meaning; at most 32, so that a set of them is a number. */
export const KEPT_ATTRIBUTES: readonly string[] = Object.freeze(
  "abbr align alt cite class colspan datetime dir headers height href lang open reversed rowspan scope start title value width".split(
    " ",
  ),
);

/** Longer names are not kept. */
const LONGEST = Math.max(...KEPT_ATTRIBUTES.map(({ length }) => length));

/** Places in {@link KEPT_ATTRIBUTES}, each plus one, by {@link keyOf}, which no two names share. */
const places: Uint8Array = makePlaces();

function makePlaces(): Uint8Array {
  const table = new Uint8Array((LONGEST + 1) << 10);
  for (const [place, name] of KEPT_ATTRIBUTES.entries()) {
    const last = name.charCodeAt(name.length - 1);
    table[keyOf(name.length, name.charCodeAt(0), last)] = place + 1;
  }
  return table;
}

/** A number by length, first and last letter; the same for capitals. */
function keyOf(length: number, first: number, last: number): number {
  return (length << 10) | ((first & 31) << 5) | (last & 31);
}

/** The place in {@link KEPT_ATTRIBUTES} of the only name there that such a name can be; else -1. */
export function likelyPlace(codes: Uint16Array, from: number, to: number): number {
  if (to - from > LONGEST) return -1;
  const key = keyOf(to - from, codes[from] as number, codes[to - 1] as number);
  return (places[key] as number) - 1;
}
