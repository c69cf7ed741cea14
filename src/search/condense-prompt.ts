import { isStopWord, splitSentences } from "../evidence/index.ts";
import { checkNumber, withDefaults } from "../core/index.ts";
import { checkText } from "./check-call.ts";

/** How a prompt is condensed. */
export interface CondenseOptions {
  /**
   * The most queries, from 1 to 10.
   * @default 3
   */
  readonly limit?: number | undefined;
  /**
   * The prompt's language (BCP 47), by whose rules sentences and words end.
   * @default "en"
   */
  readonly language?: string | undefined;
}

const defaults: { readonly limit: number; readonly language: string } = Object.freeze({
  limit: 3,
  language: "en",
});

/** A prompt up to this length, of one line and one sentence, is a query as it stands. */
const SHORT_CHARACTERS = 120;
const SHORT_WORDS = 14;
/** Words of a query. */
const MOST_TERMS = 10;
/** Characters of a query. */
const LONGEST_QUERY = 200;

/**
 * A prompt as one or a few queries, without a model: what asks for the form of an answer ("write a
 * report about", "use bullet points") is dropped, each question or sentence becomes a query of its
 * quoted phrases, names, numbers and rarest words in their order, and the queries that say most are
 * kept. A short prompt stays as it is, but for words that ask for a report. In any language; words of
 * languages without spaces are found by `Intl.Segmenter`.
 * @returns one query at least, none twice, each of at most 200 characters
 * @throws SearchError `INVALID_QUERY` for an empty prompt, or one of more than 8,192 bytes; CoreError
 *   `INVALID_OPTION`
 * @example
 * ```ts
 * import { condensePrompt } from "dragline/search";
 *
 * console.log(condensePrompt("Write a report about the tides of the North Sea in 2026."));
 * ```
 */
export function condensePrompt(prompt: string, options?: CondenseOptions): string[] {
  const { limit, language } = withDefaults(defaults, options);
  checkNumber("limit", limit, { min: 1, max: 10 });
  const text = checkText("prompt", prompt);
  const units = unitsOf(text, language);
  const [only = text] = units;
  if (units.length <= 1 && isShort(only)) return [only];
  const weights = new Weights(text, language);
  const topics = weights.topics(units[0] ?? text);
  const queries = units.map((unit) => weights.query(unit, topics));
  const told = queries.filter(({ query }) => query !== "");
  const kept = told.toSorted((one, two) => two.weight - one.weight).slice(0, limit);
  const distinct = [
    ...new Set(told.filter((each) => kept.includes(each)).map(({ query }) => query)),
  ];
  return distinct.length > 0 ? distinct : [shortened(only)];
}

function isShort(text: string): boolean {
  return text.length <= SHORT_CHARACTERS && text.split(" ").length <= SHORT_WORDS;
}

function shortened(text: string): string {
  return text.slice(0, LONGEST_QUERY).toWellFormed().trim();
}

/** The questions and sentences of a prompt that are about something; all of them when none is. */
function unitsOf(text: string, language: string): string[] {
  const sentences = text
    .split(BREAK)
    .flatMap((line) => splitSentences(line.replace(BULLET, ""), language))
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const about = sentences
    .map((sentence) => withoutRequest(sentence))
    .filter((sentence) => !ON_FORM.test(sentence) && /[\p{L}\p{N}]/u.test(sentence));
  return about.length > 0 ? about : sentences;
}

/** Ends of lines, and the numbers of a list that stands in a line: `1) … 2) …`. */
const BREAK = /[\r\n\u2028\u2029]+|(?<=^|[\s(])\(?\d{1,2}\)\s+/;

/** What begins an entry of a list. */
const BULLET = /^\s*(?:[-*+•–—]|\d{1,3}[.)]|#{1,6})\s+/;

/** Words with which a report is asked for; what it is to be about stands behind them. */
const REQUESTS = [
  /^(?:(?:hi|hello|hey|dear \w+)\b[,!.]?\s*)?(?:please\s+)?(?:(?:can|could|would|will) you\s+|i(?:'d| would) like (?:you )?to\s+|i (?:want|need) (?:you )?to\s+)?(?:please\s+)?(?:write|give|make|create|prepare|draft|produce|compile|provide|generate|do|conduct|research|build|assemble)\s+(?:me\s+|us\s+)?(?:an?\s+|the\s+|some\s+)?(?:[\w-]+,?\s+){0,4}?(?:report|summary|overview|essay|article|analysis|briefing|brief|paper|list|comparison|research|document|memo|table|review|study|write-up)\s+(?:about|on|of|regarding|concerning|covering|for|comparing|that (?:covers|explains|describes|compares))\s+/i,
  /^(?:please\s+)?(?:(?:can|could|would) you\s+)?(?:please\s+)?(?:tell me|find out|let me know|i (?:want|need|would like) to know|explain to me)\s+(?:about\s+|all about\s+|everything about\s+)?/i,
  /^(?:please|bitte|por favor|per favore|s'il (?:te|vous) plaît|пожалуйста|请|請)[,\s]*/i,
  /^(?:schreib(?:e|en sie)?|erstell(?:e|en sie)?|verfass(?:e|en sie)?|gib)\s+(?:mir\s+|uns\s+)?(?:bitte\s+)?(?:eine?n?\s+)?(?:[\p{L}-]+\s+){0,3}?(?:bericht|überblick|zusammenfassung|aufsatz|artikel|analyse|liste|vergleich)\s+(?:über|zu|zum|zur|von)\s+/iu,
  /^(?:écri(?:s|vez)|rédige[rz]?|fai(?:s|tes)|donne[rz]?)(?:-moi)?\s+(?:une?\s+)?(?:[\p{L}-]+\s+){0,3}?(?:rapport|résumé|aperçu|article|analyse|liste|synthèse)\s+(?:[\p{L}-]+\s+){0,2}?(?:sur|de|du|des)\s+(?:l[ae']s?\s*)?/iu,
  /^(?:escrib[ea]|haz|redacta|prepara|dame)(?:me)?\s+(?:un[ao]?\s+)?(?:[\p{L}-]+\s+){0,3}?(?:informe|resumen|artículo|análisis|lista|ensayo)\s+(?:[\p{L}-]+\s+){0,2}?(?:sobre|de|acerca de)\s+/iu,
  /^(?:напиши(?:те)?|составь(?:те)?|подготовь(?:те)?|сделай(?:те)?)\s+(?:мне\s+)?(?:[\p{L}-]+\s+){0,3}?(?:отч[её]т|обзор|доклад|статью|анализ|список)\s+(?:о|об|про|по)\s+/iu,
  /^(?:写|撰写|寫|撰寫|给我|給我|帮我|幫我)[^，,。]{0,8}?(?:关于|關於|有关|有關)\s*/u,
] as const;

/** Ends of requests in languages that put them last. */
const LAST_REQUESTS = [
  /(?:的)?(?:报告|報告|文章|总结|總結|概述|分析)[。.!！]?$/u,
  /(?:について|に関する?)?(?:の)?(?:レポート|報告書?|記事|概要|まとめ)?(?:を)?(?:書いて|まとめて|教えて|作成して|調べて)(?:ください|下さい)?[。.!！]?$/u,
  /(?:에 대해|에 대한|에 관한)?\s*(?:보고서|요약|글)?(?:를|을)?\s*(?:써|작성해|알려|설명해|정리해)\s*(?:주세요|줘|주십시오)[.!]?$/u,
] as const;

function withoutRequest(sentence: string): string {
  let rest = sentence;
  for (const request of REQUESTS) rest = rest.replace(request, "");
  for (const request of LAST_REQUESTS) rest = rest.replace(request, "");
  return /[\p{L}\p{N}]/u.test(rest) ? rest.trim() : sentence;
}

/** A sentence that says how an answer is to look, and nothing of what it is to be about. */
const ON_FORM =
  /^(?:please\s+|also\s+|and\s+|then\s+|finally,?\s+)*(?:(?:use|write|format|answer|respond|reply|output|return|keep|make|include|cite|add|provide|give|be|do not|don't|avoid|limit|present|structure|organi[sz]e|ensure|quote|end|start|begin|conclude|summari[sz]e)\b(?=.{0,120}\b(?:bullets?|bullet points?|markdown|json|table|headings?|sections?|words|paragraphs?|pages?|sources?|citations?|references|links?|english|german|french|spanish|tone|style|concise|brief|short|detailed|thorough|formal|sentences?|footnotes|quotes?|summary|conclusion|format|readers?|audience|jargon|it|them|findings)\b)[^?]*$|(?:thanks|thank you|cheers|best regards|kind regards|hello|hi|hey|dear)\b[^?]{0,40}$|you are an? [^?]*$|act as [^?]*$|(?:أريد|اكتب) تقرير[^؟]*$|(?:请|請)?(?:附上|注明|列出)(?:来源|來源|出处|出處)[^？]*$)/i;

/** A word of a prompt, or what stands in quotation marks. */
interface Term {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/** What the words of one prompt weigh: there is no other text to know rare words from. */
class Weights {
  readonly #words: Intl.Segmenter;
  readonly #counts = new Map<string, number>();
  readonly #names = new Set<string>();

  constructor(text: string, language: string) {
    this.#words = segmenterOf(language);
    for (const { segment, index, isWordLike } of this.#words.segment(text)) {
      if (isWordLike !== true) continue;
      const key = keyOf(segment);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      if (isNamed(text, segment, index)) this.#names.add(key);
    }
  }

  /** What the whole prompt is about: names of its first sentence, else its weightiest word. */
  topics(first: string): readonly Term[] {
    const weighed = this.#distinct(first).map((term) => {
      const often = this.#counts.get(keyOf(term.text)) ?? 1;
      return { ...term, weight: term.weight + Math.log2(often) };
    });
    const sorted = weighed.toSorted((one, two) => two.weight - one.weight);
    const names = sorted.filter(({ weight }) => weight >= NAME);
    return names.length > 0 ? names.slice(0, TOPICS) : sorted.slice(0, 1);
  }

  /** The query of a sentence, and how much it says. */
  query(
    unit: string,
    topics: readonly Term[],
  ): { readonly query: string; readonly weight: number } {
    const distinct = this.#distinct(unit);
    const heaviest = distinct.toSorted((one, two) => two.weight - one.weight).slice(0, MOST_TERMS);
    const kept = distinct.filter((term) => heaviest.includes(term));
    if (kept.length === 0) return { query: "", weight: 0 };
    const weight = kept.reduce((sum, term) => sum + term.weight, 0) / Math.sqrt(kept.length);
    const asks = /[?？؟]\s*$/.test(unit) ? QUESTION : 0;
    return {
      query: fitted([...contextOf(kept, topics), ...inText(unit, kept)]),
      weight: weight + asks,
    };
  }

  #distinct(text: string): readonly Term[] {
    const distinct = new Map<string, Term>();
    for (const term of this.#terms(text)) {
      const key = keyOf(term.text);
      if (!distinct.has(key)) distinct.set(key, term);
    }
    return [...distinct.values()];
  }

  #terms(text: string): readonly Term[] {
    const terms: Term[] = [];
    for (const { index, 0: whole, groups } of text.matchAll(QUOTED)) {
      const phrase =
        Object.values(groups ?? {})
          .find((part) => part !== undefined)
          ?.trim() ?? "";
      if (!/[\p{L}\p{N}]/u.test(phrase)) continue;
      terms.push({ text: `"${phrase}"`, start: index, end: index + whole.length, weight: PHRASE });
    }
    const quoted = [...terms];
    for (const { segment, index, isWordLike } of this.#words.segment(text)) {
      const end = index + segment.length;
      if (isWordLike !== true || quoted.some((term) => index < term.end && end > term.start))
        continue;
      const weight = this.#weigh(segment);
      if (weight > 0) terms.push({ text: segment, start: index, end, weight });
    }
    return terms.toSorted((one, two) => one.start - two.start);
  }

  #weigh(word: string): number {
    const key = keyOf(word);
    if (/\p{N}/u.test(word)) return NUMBER;
    if (this.#names.has(key)) return NAME;
    const [head = key] = key.split(/['’]/);
    if (isStopWord(key) || (head !== key && (isStopWord(head) || head.endsWith("n")))) return 0;
    if (/^\p{Script=Hiragana}{1,2}$/u.test(word)) return 0;
    // Long words are rare ones; a character of a script without letters says as much as a few.
    const length = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(
      word,
    )
      ? word.length * 3
      : word.length;
    return length < 2 ? 0 : 1 + Math.min(length, 12) / 12;
  }
}

const PHRASE = 5;
const NAME = 4;
const NUMBER = 3;
const QUESTION = 2;
/** Names that the whole prompt is known by. */
const TOPICS = 2;
/** A query with fewer words is told what the prompt is about. */
const FEW_TERMS = 4;

/** Phrases in quotation marks, of at most 100 characters. */
const QUOTED =
  /"(?<straight>[^"\n]{2,100})"|“(?<english>[^”\n]{2,100})”|„(?<german>[^“”\n]{2,100})[“”]|«(?<french>[^»\n]{2,100})»|「(?<corner>[^」\n]{2,100})」|『(?<white>[^』\n]{2,100})』|《(?<title>[^》\n]{2,100})》/g;

/** What a sentence such as `How much does it cost?` leaves to the first one to say. */
function contextOf(kept: readonly Term[], topics: readonly Term[]): readonly string[] {
  const said = new Set(kept.map(({ text }) => keyOf(text)));
  if (topics.some(({ text }) => said.has(keyOf(text)))) return [];
  const names = kept.filter(({ weight }) => weight >= NAME).length;
  const isNamed = topics.some(({ weight }) => weight >= NAME);
  const isOwn = names > 1 || (!isNamed && kept.length >= FEW_TERMS);
  return isOwn ? [] : topics.map(({ text }) => text);
}

/** Terms in their order; what is written together, as scripts without spaces do, stays together. */
function inText(unit: string, terms: readonly Term[]): readonly string[] {
  const parts: string[] = [];
  let end = -1;
  for (const term of terms) {
    const between = end < 0 ? " " : unit.slice(end, term.start);
    const joint = between === "" || /^[-'’./&+]$/.test(between) ? between : undefined;
    if (joint === undefined || term.text.startsWith('"')) parts.push(term.text);
    else parts.push(`${parts.pop() ?? ""}${joint}${term.text}`);
    end = term.end;
  }
  return parts;
}

function fitted(parts: readonly string[]): string {
  let query = "";
  for (const part of parts) {
    const longer = query === "" ? part : `${query} ${part}`;
    if (longer.length > LONGEST_QUERY) break;
    query = longer;
  }
  return query === "" ? shortened(parts[0] ?? "") : query;
}

function keyOf(word: string): string {
  return word.normalize("NFC").toLowerCase();
}

/** Whether a word is written as a name: a capital where none begins a sentence, or several. */
function isNamed(text: string, word: string, index: number): boolean {
  if (/^\p{Lu}.*\p{Lu}/u.test(word) || /\p{L}\p{N}|\p{N}\p{L}/u.test(word)) return true;
  if (!/^\p{Lu}\p{L}/u.test(word) || isStopWord(keyOf(word))) return false;
  return /[\p{L}\p{N},;:)]["'’”]?\s$/u.test(text.slice(Math.max(0, index - 4), index));
}

/** A segmenter of words; languages that are none are English. */
function segmenterOf(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: "word" });
  } catch {
    return new Intl.Segmenter("en", { granularity: "word" });
  }
}
