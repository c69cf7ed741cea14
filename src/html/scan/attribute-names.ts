/** The small number of an attribute name that is asked for often; 0 stands for any other. */
export type AttributeId = number;

const lists = [
  "abbr align alt aria-hidden aria-label checked cite class color colspan content data-cfemail",
  "data-hi-res-src",
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

/** An attribute of a page: a number. 0 is none. */
export type AttributeNode = number;
