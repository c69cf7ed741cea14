/** The small number of an attribute name that is asked for often; 0 stands for any other. */
export type AttributeId = number;

const lists = [
  "abbr align alt aria-hidden aria-label checked cite class color colspan content data-hi-res-src",
  "data-full-src data-lazy data-lazy-src data-lazy-srcset data-original data-original-src data-src",
  "data-srcset datetime dir face headers height hidden href http-equiv id itemprop itemtype lang",
  "name open property pubdate rel reversed role rowspan scope shadowrootmode size src srcset start",
  "style title type value width",
] as const;

type Words<List extends string, Found = never> = List extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | List;

/** A name with a number. */
export type AttributeName = Words<(typeof lists)[number]>;

/** Names by their number; index 0 is empty. */
export const attributeNames: readonly string[] = Object.freeze([
  "",
  ...lists.flatMap((list) => list.split(" ")),
]);

/** Numbers by name: `attributeIds.href`. */
export const attributeIds = Object.freeze(
  Object.fromEntries(attributeNames.map((name, id) => [name, id])),
) as Readonly<Record<AttributeName, AttributeId>>;

const numbers: ReadonlyMap<string, AttributeId> = new Map(Object.entries(attributeIds));

/** The number of a name in lower case; 0 when it has none. */
export function attributeIdOf(name: string): AttributeId {
  return numbers.get(name) ?? 0;
}

const LONGEST = Math.max(...attributeNames.map(({ length }) => length));

/** Letters of a name, with a 0 behind. */
const ROOM = LONGEST + 1;

/** Names by number, {@link ROOM} for each. */
const spellings = new Uint8Array(attributeNames.length * ROOM);

/** Makes a letter lower case. */
const CASE = 32;

/** A power of two. */
const KEYS = 1024;

/** By {@link keyOf}: the first name with that key. */
const firsts = new Uint8Array(KEYS);
/** By number: the next name with the same key; 0 behind the last. */
const others = new Uint8Array(attributeNames.length);

for (let id = 1; id < attributeNames.length; id++) {
  const name = attributeNames[id] as string;
  const codes = Uint16Array.from(name, (letter) => letter.charCodeAt(0));
  spellings.set(codes, id * ROOM);
  const key = keyOf(codes, 0, name.length);
  others[id] = firsts[key] as number;
  firsts[key] = id;
}

/** The number of the name, in any case, that stands in the source; 0 when it has none. */
export function identifyAttribute(codes: Uint16Array, from: number, to: number): AttributeId {
  if (to - from > LONGEST) return 0;
  let id = firsts[keyOf(codes, from, to)] as number;
  while (id !== 0 && spelledTo(codes, from, id * ROOM) !== to) id = others[id] as number;
  return id;
}

/** The offset behind the letters of a name that stand there, in any case; 0 when they do not. */
function spelledTo(codes: Uint16Array, from: number, letters: number): number {
  let at = from;
  for (let index = letters; spellings[index] !== 0; index++) {
    // No other code unit of a name becomes a small letter or a hyphen.
    if (((codes[at++] as number) | CASE) !== spellings[index]) return 0;
  }
  return at;
}

/** The same for capitals. */
function keyOf(codes: Uint16Array, from: number, to: number): number {
  const first = (codes[from] as number) & 31;
  const middle = (codes[(from + to) >> 1] as number) & 31;
  const last = (codes[to - 1] as number) & 31;
  return ((to - from) ^ (first << 5) ^ (middle << 3) ^ (last << 2)) & (KEYS - 1);
}
