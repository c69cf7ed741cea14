/** A document's words in small letters, but those that line ends divide; hyphened ones, their parts too. */
export type Words = ReadonlySet<string>;

const CJK = "[\\u2e80-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef]";
const CJK_END = new RegExp(`${CJK}$`, "u");
/** Text that begins in Chinese or Japanese. */
export const CJK_START = new RegExp(`^${CJK}`, "u");
/** A word that a hyphen at the line's end divides; its elements may end after it. */
const DIVIDED = /([^\s<>]*[\p{L}\p{N}]\p{M}*[\])"'”’»]?)([-\u2010])((?:<\/\w+>)*)$/u;
const SOFT = /\u00ad((?:<\/\w+>)*)$/;
/** A line's first word; its elements may begin before it. */
const FIRST_WORD = /^(?:<[^>]*>)*([\p{L}\p{N}][\p{L}\p{M}\p{N}]*)/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-\u2010\u2011][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
/** Addresses, names of files and of options have their hyphens. */
const NAME = /:\/\/|[@_\\]|^--?\p{L}|[\p{L}\p{N}]\.[\p{L}\p{N}]/u;
/** `pre- and post-war`. */
const AND = /^(?:<[^>]*>)*(?:and|or|und|oder)(?:\s|$)/;
/** `pen-and-ink`. */
const WITHIN = /^(?:<[^>]*>)*(?:an?|and|by|for|in|of|on|or|the|to|und)[-\u2010]/u;
/** First parts whose words are hardly ever written in one. */
const FIRST_PARTS =
  /^(?:well|self|non|half|quasi|cross|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/;
/** Last parts of the same kind. */
const LAST_PARTS =
  /^(?:known|based|separated|aware|driven|oriented|related|specific|defined|friendly|only|free|like)$/;
/** Beginnings that are words too, and words that divided words begin with: `with-out`. */
const BEGINNINGS =
  /^(?:an|any|as|at|be|by|can|car|con|every|for|here|how|if|in|is|me|mean|more|no|not|of|on|or|out|over|per|pro|re|de|un|dis|she|so|some|that|the|then|there|to|under|up|what|when|where|with)$/;
/** Endings that are no words. */
const ENDINGS =
  /^(?:ings?|e[rd]s?|est|e?ly|ness|ish|ments?|ful|fully|less|able|ably|ible|ibly|ally?|[st]?ions?|ity|ities|i[sz]e[ds]?|i[sz]ing|i[sz]ations?|ous|ive|ives?|[ae]nces?|[ae]nts?|ures?|ary|ory|isms?|ists?|ages?|hood|ship|wards?|wise|some|dom)$/;

/** The parts of a word that hyphenation may have divided: all in capitals, or the second in small letters. */
const ALIKE = /^\p{Lu}{2,} \p{Lu}{2,}$|\p{L}\p{M}*\p{Ll}\p{M}* \p{Ll}/u;
const HYPHENS = /[-\u2010\u2011]/gu;
/** Most characters of a divided word that are looked at. */
const MAX_WORD = 200;

/** The words of lines, but those that their ends divide. */
export function wordsOf(lines: readonly string[]): Words {
  const words = new Set<string>();
  let isDivided = false;
  for (const line of lines) {
    const found = line.toLowerCase().match(WORD) ?? [];
    const ends = /[-\u2010\u00ad]\s*$/u.test(line);
    for (const word of found.slice(isDivided ? 1 : 0, ends ? -1 : undefined)) {
      words.add(word.replaceAll(HYPHENS, "-"));
      for (const part of word.split(HYPHENS)) words.add(part);
    }
    isDivided = ends;
  }
  return words;
}

/** HTML of lines as one; hyphenation is undone, and Chinese and Japanese have no spaces. */
export function joinLines(lines: readonly string[], words: Words): string {
  const joined = lines.reduce((text, line) => joinTwo(text, line, words), "");
  return joinLinks(joined.replaceAll("\u00ad", ""));
}

function joinTwo(text: string, line: string, words: Words): string {
  const end = text.slice(-MAX_WORD);
  if (SOFT.test(end)) return text.replace(SOFT, "$1") + line;
  const [, head, hyphen = "", tags = ""] = DIVIDED.exec(end) ?? [];
  const rest = FIRST_WORD.exec(line)?.[1];
  if (head !== undefined && rest !== undefined) {
    const joint = jointOf({ head, rest, line, words });
    if (joint === "joined") return text.slice(0, -hyphen.length - tags.length) + tags + line;
    return `${text}${joint === "kept" ? "" : " "}${line}`;
  }
  if (CJK_END.test(end) && CJK_START.test(line)) return text + line;
  return `${text} ${line}`.trim();
}

interface Parts {
  /** The word so far. */
  readonly head: string;
  /** What comes next, up to its first mark. */
  readonly rest: string;
  /** The line that begins with the rest. */
  readonly line: string;
  readonly words: Words;
}

/** What becomes of the hyphen between the parts of a word, the first of which ends a line. */
function jointOf(parts: Parts): "joined" | "kept" | "apart" {
  const { head, rest, line, words } = parts;
  const first = /[\p{L}\p{M}\p{N}]+$/u.exec(head)?.[0] ?? "";
  const [one, other] = [first.toLowerCase(), rest.toLowerCase()];
  const isWord = one !== "" && words.has(one + other);
  if (isWord !== words.has(`${one}-${other}`)) return isWord ? "joined" : "kept";
  if (AND.test(line)) return "apart";
  if (NAME.test(head) || WITHIN.test(line)) return "kept";
  if (!ALIKE.test(`${first} ${rest}`)) return "kept";
  return isCompound({ one, other, head, words }) ? "kept" : "joined";
}

interface SmallParts extends Pick<Parts, "head" | "words"> {
  readonly one: string;
  readonly other: string;
}

/** Whether two parts of a word, in small letters, are words with a hyphen of their own. */
function isCompound({ one, other, head, words }: SmallParts): boolean {
  if (ENDINGS.test(other)) return false;
  if (FIRST_PARTS.test(one) || (one.length > 2 && LAST_PARTS.test(other))) return true;
  // What follows in a longer compound is a word of it, or the beginning of one.
  if (/[-\u2010]/u.test(head)) return words.has(one);
  return words.has(one) && words.has(other) && !BEGINNINGS.test(one);
}

/** A link that goes on in the next line is one. */
const PARTED_LINK = /(<a href="([^"]*)">[^<]*)<\/a>( ?)<a href="\2">/g;

function joinLinks(html: string): string {
  const joined = html.replaceAll(PARTED_LINK, "$1$3");
  return joined === html ? html : joinLinks(joined);
}
