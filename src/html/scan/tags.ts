/** The small number of a known HTML element name; 0 stands for any other. */
export type TagId = number;

// In one string per line, because a line per name would bury the rest of the file.
const lists = [
  "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big",
  "blink blockquote body br button canvas caption center cite code col colgroup data datalist dd",
  "del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form",
  "frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd",
  "keygen label legend li link listing main map mark marquee math menu menuitem meta meter nav",
  "nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre",
  "progress q rb rp rt rtc ruby s samp script search section select slot small source span strike",
  "strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr",
  "track tt u ul var video wbr xmp",
] as const;

type Words<List extends string, Found = never> = List extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | List;

/** A known element name. */
export type TagName = Words<(typeof lists)[number]>;

const names = lists.flatMap((list) => list.split(" "));

/** Element names by tag number; index 0 is empty. */
export const tagNames: readonly string[] = Object.freeze(["", ...names]);

/** Tag numbers by element name: `tagIds.p`. */
export const tagIds = Object.freeze(
  Object.fromEntries(names.map((name, index) => [name, index + 1])),
) as Readonly<Record<TagName, TagId>>;

/** The level of a heading by its tag number, from 1 to 6; undefined for other elements. */
export function headingLevel(tag: TagId): number | undefined {
  return tag >= tagIds.h1 && tag <= tagIds.h6 ? tag - tagIds.h1 + 1 : undefined;
}

/** What the tree builder has to know about an element; bits to be combined. */
export const TagFlag = Object.freeze({
  /** Has no content and no end tag. */
  void: 1,
  /** Reopened after a block that closed it (WHATWG "formatting"). */
  formatting: 1 << 1,
  /** WHATWG "special": an end tag of another element does not close it in passing. */
  special: 1 << 2,
  /** Its start tag closes an open paragraph. */
  closesParagraph: 1 << 3,
  /** h1 to h6. */
  heading: 1 << 4,
  /** Its end tag may be left out before the end of its parent. */
  impliedEnd: 1 << 5,
  /** Ends the default scope. */
  scope: 1 << 6,
  /** Ends the list item scope. */
  listScope: 1 << 7,
  /** Ends the button scope. */
  buttonScope: 1 << 8,
  /** Ends the table scope. */
  tableScope: 1 << 9,
  /** Content is text without entities. */
  rawText: 1 << 10,
  /** Content is text with entities. */
  escapableText: 1 << 11,
  /** May stand in the head. */
  headContent: 1 << 12,
  /** caption, col, colgroup, tbody, td, tfoot, th, thead, tr. */
  tablePart: 1 << 13,
  /** table, tbody, tfoot, thead, tr: content that does not belong there moves before the table. */
  tableContext: 1 << 14,
  /** Formatting outside does not reach into it. */
  marker: 1 << 15,
  /** special, and not one of address, div and p. */
  itemBoundary: 1 << 16,
  /** Its start tag ends svg and math. */
  breakout: 1 << 17,
  /** An element of svg or math. */
  foreign: 1 << 18,
  /** Its end tag closes it when it is in scope (block containers and button). */
  scopedEnd: 1 << 19,
  /** It is asked whether such an element is still open: formatting elements and forms. */
  tracked: 1 << 20,
  /** An end tag of the current element does nothing but end it. */
  plainEnd: 1 << 21,
});

const members: readonly (readonly [keyof typeof TagFlag, string])[] = [
  [
    "void",
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr",
  ],
  ["formatting", "a b big code em font i nobr s small strike strong tt u"],
  [
    "special",
    "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp",
  ],
  [
    "closesParagraph",
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup main menu nav ol p search section summary ul pre listing form li dd dt plaintext hr xmp",
  ],
  ["heading", "h1 h2 h3 h4 h5 h6"],
  ["impliedEnd", "dd dt li optgroup option p rb rp rt rtc"],
  ["scope", "applet caption html table td th marquee object template"],
  ["listScope", "ol ul"],
  ["buttonScope", "button"],
  ["tableScope", "html table template"],
  ["rawText", "style script xmp iframe noembed noframes"],
  ["escapableText", "textarea title"],
  ["headContent", "base basefont bgsound link meta noframes noscript script style template title"],
  ["tablePart", "caption col colgroup tbody td tfoot th thead tr"],
  ["tableContext", "table tbody tfoot thead tr"],
  ["marker", "applet marquee object template td th caption"],
  [
    "breakout",
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
  ],
  ["tracked", "a b big code em font form i nobr s small strike strong tt u"],
  [
    "scopedEnd",
    "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header hgroup listing main menu nav ol pre search section summary ul applet marquee object dd dt",
  ],
];

/** Elements whose end tag does more, or less, than end the current element. */
const endsByRule = new Set([tagIds.html, tagIds.head, tagIds.body, tagIds.form, tagIds.template]);

/** Tag numbers below this one are known names, and index the flags. */
export const KNOWN_TAGS: number = tagNames.length;

/** {@link TagFlag}s by tag number; 0, the unknown element, has none. */
export const tagFlags: Int32Array = makeFlags();

function makeFlags(): Int32Array {
  const flags = new Int32Array(KNOWN_TAGS).fill(TagFlag.plainEnd, 1);
  for (const [flag, list] of members) {
    for (const name of list.split(" ")) {
      const id = tagIds[name as TagName];
      flags[id] = (flags[id] as number) | TagFlag[flag];
    }
  }
  for (const id of endsByRule) flags[id] = (flags[id] as number) & ~TagFlag.plainEnd;
  for (let id = 1; id < KNOWN_TAGS; id++) {
    const exempt = id === tagIds.address || id === tagIds.div || id === tagIds.p;
    const special = ((flags[id] as number) & TagFlag.special) !== 0;
    if (special && !exempt) flags[id] = (flags[id] as number) | TagFlag.itemBoundary;
  }
  return flags;
}

/** By tag number the hash of the name, as the scanner takes it of unknown names too. */
export const tagHashes: Int32Array = Int32Array.from(tagNames, hashOf);

function hashOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return hash;
}
