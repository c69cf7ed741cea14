import type { Match } from "../meaning/home.ts";
import type { Token } from "../meaning/said-text.ts";
import type { Sign } from "../meaning/signs.ts";
import { stemsOf } from "../meaning/word-forms.ts";
import type { SupportFault } from "./support-fault.ts";

/** Kinds that leave open whether the source says it too: who is quoted mostly says what the source does, and what will be is
 * often told as what is. */
const OPEN = new Set(["told", "duty", "future", "ability", "until"]);
/** What is allowed may be done: "anyone may visit". */
const ALLOWING = /^(?:welcome|allowed|permitted|can|free|erlaubt|darf|dürfen|autorisé|permitido)$/;

/**
 * Signs of a sentence's clause that its passage has not, and the other way round.
 * @param all those of the whole sentence
 */
export function signFaults(
  match: Match,
  own: readonly Sign[],
  all: readonly Sign[],
): SupportFault[] {
  const there = match.piece.signs.filter((sign) => reaches(sign, match));
  const isAllowed = [...match.piece.words, ...match.words].some(({ key }) => ALLOWING.test(key));
  const isMayOf = ({ kind, text }: Sign): boolean =>
    isAllowed && kind === "maybe" && text === "may";
  const rest = there.filter((sign) => !all.some(({ text }) => text === sign.text));
  const more = own.filter((sign) => !there.some(({ text }) => text === sign.text));
  const missing = more.filter((sign) => {
    if (rest.some(({ kind }) => kind === sign.kind && kind !== "rank")) return false;
    return !isMayOf(sign) && !isSaidAsWord(sign.text, match);
  });
  const others = all.filter((sign) => !there.some(({ text }) => text === sign.text));
  // What holds of all holds where nobody says of how many.
  const added = rest.filter(
    (sign) =>
      !/^(?:all|both)$/.test(sign.kind) &&
      !isMayOf(sign) &&
      !others.some(({ kind }) => kind === sign.kind && kind !== "rank"),
  );
  const faults = [...missing, ...added].map(({ kind, text }): SupportFault => ({
    kind: OPEN.has(kind) ? "words" : "sign",
    text,
  }));
  if (added.some(({ kind }) => kind === "until") && isPast(match))
    faults.push({ kind: "sign", text: "was" });
  return match.piece.isAsked ? [...faults, { kind: "sign", text: "?" }] : faults;
}

/** Whether the sentence says that something is, and the passage that it was. */
function isPast({ words, piece }: Match): boolean {
  const isSaid = (form: RegExp, among: readonly Token[]) => among.some(({ key }) => form.test(key));
  return isSaid(/^(?:is|are)$/, words) && isSaid(/^(?:was|were)$/, piece.words);
}

/** Whether the passage has a sign's word where no sign was seen. */
function isSaidAsWord(text: string, { piece }: Match): boolean {
  return piece.words.some(({ key }) => key === text) && !text.includes(" ");
}

const FIRST = /^(?:first|erste[rnsm]?|premi(?:er|ère)|primer[oa]?)$/;

function reaches(sign: Sign, match: Match): boolean {
  if (sign.reach === "sentence") return true;
  if (sign.kind === "rank" && match.words.some(({ key }) => FIRST.test(key))) return true;
  const words = match.piece.words;
  const from = words[0]?.at ?? 0;
  const first = words[sign.at - from];
  if (first === undefined) return false;
  if (sign.reach === "clause") return match.clauses.has(first.clause);
  const found = new Set(match.found.values());
  const next = words.slice(sign.end - from, sign.end - from + REACH).find(isTelling);
  return next !== undefined && found.has(next);
}

/** Words behind a sign among which the one is that it is said of. */
const REACH = 5;

function isTelling({ isContent, key }: Token): boolean {
  return isContent || /^\d/.test(key);
}

/** Times that come back, and that limit when something holds. */
const SEASON =
  /^(?:summers?|winters?|autumn|nights?|weekends?|holidays?|weekdays|season|(?:mon|tues|wednes|thurs|fri|satur|sun)days|sommer|winter|nachts|wochenende|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|feiertagen|hiver|automne|verano|invierno)$/;

/** When alone the passage says that something holds: "closed in winter". */
export function seasonFaults({ piece, clauses, found, words }: Match): SupportFault[] {
  const taken = new Set(found.values());
  const isDated = words.some(({ key }) => /^[12]\d{3}$/.test(key));
  const season = piece.words.find(
    (word, at) =>
      SEASON.test(word.key) &&
      clauses.has(word.clause) &&
      !taken.has(word) &&
      word.role !== "" &&
      !/^\d/.test(piece.words[at + 1]?.key ?? ""),
  );
  return season === undefined || isDated ? [] : [{ kind: "words", text: season.text }];
}

const THAT: Readonly<Record<string, RegExp>> = {
  en: /^that$/,
  de: /^dass$/,
  fr: /^qu(?:e|'.*)$/,
  es: /^que$/,
  it: /^che$/,
  pt: /^que$/,
  nl: /^dat$/,
  ru: /^что$/,
  pl: /^że$/,
};

/** What the passage says only as what somebody says, wants or tries: behind a word of its own with "that" or "to". */
export function embeddingFaults(match: Match, language: string): SupportFault[] {
  const { words } = match.piece;
  const isThere = new Set(match.found.values());
  const last = words.findLastIndex((word) => word.isContent && isThere.has(word));
  for (let at = 1; at <= last; at += 1) {
    const [before, word] = [words[at - 1], words[at]];
    if (before === undefined || word === undefined) continue;
    if (!before.isContent || isThere.has(before)) continue;
    const isBehindTo = language === "en" && isTo(at, match);
    if (!isBehindTo && !isThat(word, match, language)) continue;
    const isWish = isBehindTo && [...stemsOf(before.key)].some((stem) => WISHES.has(stem));
    return [{ kind: isWish ? "sign" : "words", text: `${before.text} ${word.text}` }];
  }
  return [];
}

/** Verbs that say of what follows their "to" that somebody wants it, says it or tries it. */
const WISHES = new Set(
  `ask threaten vow agree decide offer urge order demand attempt try seek want hope wish intend aim promise
  decline pretend need pledge plan propose expect prepare consider beg warn fear dare struggle mean advise
  recommend encourage invite persuade tell request`.split(/\s+/),
);

function isThat({ key }: Token, match: Match, language: string): boolean {
  return THAT[language]?.test(key) === true && !match.words.some((word) => word.key === key);
}

/** Whether a word is the "to" of what the sentence says without it: "to repair", "to be repaired". */
function isTo(at: number, match: Match): boolean {
  const [word, first, second] = match.piece.words.slice(at, at + 3);
  const next = /^(?:be|have|been)$/.test(first?.key ?? "") ? second : first;
  return word?.key === "to" && isInfinitive(next, match);
}

/** Whether a word behind "to" is one that the sentence says without it. */
function isInfinitive(next: Token | undefined, { found, words }: Match): boolean {
  if (next === undefined || next.isNamed) return false;
  const [word] = [...found].find(([, token]) => token === next) ?? [];
  if (word === undefined) return false;
  const at = words.indexOf(word);
  return !words.slice(Math.max(0, at - 2), at).some(({ key }) => key === "to");
}

/** Words of the passage that are only part of what it speaks of: "Lind's brother", "the wall of the tower". */
export function partFaults(match: Match, language: string): SupportFault[] {
  return [...match.found]
    .filter(([word]) => word.isContent && !word.isOwner)
    .flatMap(([word, token]): SupportFault[] => {
      const part = token.isOwner ? ownedBy(token, match) : undefined;
      if (part !== undefined) return [{ kind: "order", text: `${token.text} ${part.text}` }];
      const isPart = language === "en" && word.role === "" && isOfPart(token, match);
      if (!isPart && !isOtherPlace(word, token, match)) return [];
      return [{ kind: "words", text: `${word.role} ${word.text}`.trim() }];
    });
}

/** What follows a word with an "'s" that the sentence does not speak of. */
function ownedBy(token: Token, { piece, found }: Match): Token | undefined {
  const next = piece.words[piece.words.indexOf(token) + 1];
  return next?.isContent === true && ![...found.values()].includes(next) ? next : undefined;
}

/** Prepositions that say where something is, and of which one says what no other does. */
const PLACE =
  /^(?:near|behind|under|above|below|inside|outside|beside|beyond|against|around|across|along|hinter|unter|neben|sous|devant|derrière|bajo)$/;

/** Whether a word stands behind another preposition, or what is said of it is said of something for it. */
function isOtherPlace(word: Token, token: Token, { piece, found, words }: Match): boolean {
  const roles = [word.role, token.role];
  if (roles[0] !== roles[1] && !roles.includes("") && roles.some((role) => PLACE.test(role)))
    return true;
  const first = words.find((each) => each.isContent && found.has(each));
  if (word.role !== "" || token.role === "" || first === undefined || first.at >= word.at)
    return false;
  const before = piece.words.slice(0, piece.words.indexOf(token));
  const head = before[before.findLastIndex(({ key }) => key === token.role) - 1];
  return (
    head !== undefined && head.isContent && head.role === "" && ![...found.values()].includes(head)
  );
}

/** Nouns of what stands behind their "of" and of no part of it. */
const WHOLE =
  /^(?:number|amount|level|group|groups|firm|company|town|city|village|state|island|province|republic|kingdom|county|district|figure|total|one|kind|type|sort|name|age|cost|price|line|pair|pairs|share|percent|%|office|bottle|mass|length|height|depth|width|volume|area|weight|speed|temperature)$/;

function isOfPart(token: Token, { piece, found }: Match): boolean {
  if (token.role !== "of") return false;
  const at = piece.words.indexOf(token);
  const back = piece.words.slice(Math.max(0, at - 3), at);
  const of = back.findLastIndex(({ key }) => key === "of");
  const head = piece.words[at - back.length + of - 1];
  if (of === -1 || head === undefined) return false;
  return head.isContent && !WHOLE.test(head.key) && ![...found.values()].includes(head);
}
