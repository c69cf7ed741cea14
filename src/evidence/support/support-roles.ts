import { dayOf, monthOf } from "../meaning/calendar.ts";
import { isAnd, isGapped } from "../meaning/clause-breaks.ts";
import type { Match } from "../meaning/home.ts";
import type { Token } from "../meaning/said-text.ts";
import { measuresOf } from "../meaning/units.ts";
import type { SupportFault } from "./support-fault.ts";

/** Prepositions before who does it, where it is said of what is done. */
const AGENT = /^(?:by|par|von|vom|por|da|dal|dalla|pelo|pela|door|av|af)$/;
/** Prepositions that say the opposite way. */
const WAYS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:to|into|onto|towards?)$/, /^(?:from|off)$/],
  [/^(?:to|from)$/, /^by$/],
  [/^(?:for)$/, /^against$/],
  [/^over$/, /^under$/],
  [/^(?:nach|zu|zum|zur)$/, /^(?:von|vom|aus)$/],
  [/^(?:hasta|hacia)$/, /^desde$/],
  [/^naar$/, /^(?:van|uit)$/],
  [/^に$|^へ$/, /^から$/],
];
/** Prepositions of which one says by how much, and the other to what. */
const AMOUNTS: typeof WAYS = [
  [/^by$/, /^(?:to|from|at)$/],
  [/^to$/, /^from$/],
  [/^um$/, /^(?:auf|von)$/],
  [/^de$/, /^à$/],
];

/** Prepositions whose two sides may change places. */
const MUTUAL = /^(?:with|between|and|mit|zwischen|avec|entre|con|と)$/;
/** Languages in which who does it stands before the verb. */
const ORDERED = /^(?:en|fr|de|nl|pt|sv|da|nb)$/;
/** Those of them in which what it is done to may stand first, so that only names tell. */
const FREE = /^(?:de|nl|sv|da|nb)$/;
/** Small words that stand for a verb where it stands at the end. */
const AUXILIARY =
  /^(?:hat|haben|hatte|hatten|wird|werden|a|ont|has|have|had|heeft|hebben|har|hade|havde|hadde)$/;
/** Words of a clause that are compared two by two. */
const MOST = 16;

/** Names and nouns of a clause that have changed parts in the passage, or have another's part. */
export function roleFaults(match: Match, language: string): SupportFault[] {
  const pairs = [...match.found]
    .filter(([word]) => (word.isContent || /^\d/.test(word.key)) && !isDate(word))
    .slice(0, MOST);
  const faults = [
    ...subjectFaults(match, language),
    ...doerFaults(match, language),
    ...wayFaults(pairs),
    ...ownerFaults(match),
  ];
  if (faults.length > 0) return faults.slice(0, 1);
  for (const [index, first] of pairs.entries()) {
    for (const second of pairs.slice(index + 1)) {
      if (areSwapped({ first, second, match, language })) {
        const isFree =
          FREE.test(language) && ![first, second].every(([word]) => isProper(word, match));
        const text = `${first[0].text}, ${second[0].text}`;
        return [{ kind: isFree ? "words" : "order", text }];
      }
    }
  }
  return [];
}

/** Whether a word is a name, and no noun with a capital: no article stands before it. */
function isProper(word: Token, { words }: Match): boolean {
  const before = words[words.indexOf(word) - 1];
  return word.isNamed && (before === undefined || !DETERMINER.test(before.key));
}

/** A month or a weekday says when, wherever it stands. */
function isDate(word: Token): boolean {
  return monthOf(word, undefined) !== undefined || dayOf(word.key) !== undefined;
}

/** What the sentence says of one thing's part, and the passage of another's: "of the museum", "of the zoo". */
function ownerFaults({ found, piece, words }: Match): SupportFault[] {
  const taken = new Set(found.values());
  return words.flatMap((word, at) => {
    if (!word.isContent || word.role !== "of") return [];
    const before = words.slice(0, at).findLastIndex(({ key }) => key === "of");
    const head = found.get(words[before - 1] ?? word);
    const place = head === undefined ? -1 : piece.words.indexOf(head);
    if (
      head === undefined ||
      found.get(word)?.role === "of" ||
      piece.words[place + 1]?.key !== "of"
    )
      return [];
    const rival = piece.words.slice(place + 2, place + 5).find(({ isContent }) => isContent);
    if (rival === undefined || taken.has(rival)) return [];
    return [{ kind: "order", text: `${word.text}, ${rival.text}` } as const];
  });
}

type Placed = readonly [word: Token, token: Token];

interface Pair {
  readonly first: Placed;
  readonly second: Placed;
  readonly match: Match;
  readonly language: string;
}

function wayFaults(pairs: readonly Placed[]): SupportFault[] {
  const turned = pairs.filter(([word, token]) => {
    const [one, two] = [word.role, token.role];
    const ways = /^\d/.test(word.key) ? AMOUNTS : WAYS;
    return ways.some(
      ([way, back]) => (way.test(one) && back.test(two)) || (way.test(two) && back.test(one)),
    );
  });
  return turned.map(([word]) => ({ kind: "order", text: `${word.role} ${word.text}` }));
}

function areSwapped(pair: Pair): boolean {
  const [[a, x], [b, y]] = [pair.first, pair.second];
  if (x === y || x.clause !== y.clause) return false;
  if (a.role !== b.role && a.role === y.role && b.role === x.role) {
    const isMutual = MUTUAL.test(a.role) || MUTUAL.test(b.role);
    return !isMutual && (isComparing(pair) || ![a.role, b.role].includes("than"));
  }
  const isBare = [a, b, x, y].every(({ role, key }) => isBareRole(role) && !/^\d/.test(key));
  return isBare && ORDERED.test(pair.language) && areBareSwapped(pair);
}

/** Whether the passage has the word by which the sentence compares: `cheaper` of "cheaper than". */
function isComparing({ match: { words, found } }: Pair): boolean {
  const word = words[words.findIndex(({ key }) => key === "than") - 1];
  return word !== undefined && (!word.isContent || found.has(word));
}

function isBareRole(role: string): boolean {
  return role === "" || AGENT.test(role);
}

/** Whether of two words without prepositions the one does what the other does in the passage. */
function areBareSwapped(pair: Pair): boolean {
  const [[a, x], [b, y]] = [pair.first, pair.second];
  const [isSaidPassive, isKnownPassive] = [isPassive(a, b), isPassive(x, y)];
  if ((isSaidPassive && isKnownPassive) || !hasVerb(pair)) return false;
  if (isSaidPassive) return !isAgentFirst([x, y], [a, b]) && isApart(x, y);
  if (isKnownPassive) return !isAgentFirst([a, b], [x, y]) && isApart(a, b);
  return x.at > y.at && hasVerbBetween(pair);
}

/** Whether the passage has another word of the sentence than the two, that may say what is done. */
function hasVerb({ first: [a], second: [b], match }: Pair): boolean {
  return [...match.found.keys()].some(
    (word) =>
      word !== a && word !== b && !word.isNamed && (word.isContent || AUXILIARY.test(word.key)),
  );
}

function isPassive(one: Token, two: Token): boolean {
  return one.role !== "" || two.role !== "";
}

/** Whether of two words the one stands first that is the agent where they are said of what is done. */
function isAgentFirst(active: readonly Token[], passive: readonly Token[]): boolean {
  const [one, two] = active;
  const isFirst = passive[0]?.role !== "";
  const [agent, other] = isFirst ? [one, two] : [two, one];
  return (agent?.at ?? 0) < (other?.at ?? 0);
}

function isApart(one: Token, two: Token): boolean {
  return Math.abs(one.at - two.at) > 1;
}

/** Whether a word that both have, and that joins nothing, stands between the two in both. */
function hasVerbBetween({ first, second, match }: Pair): boolean {
  const [from, to] = [first[0].at, second[0].at];
  return [...match.found].some(([word, token]) => {
    if (
      !(word.isContent || AUXILIARY.test(word.key)) ||
      word.at <= from ||
      word.at >= to ||
      word.role !== ""
    )
      return false;
    return token.at > second[1].at && token.at < first[1].at;
  });
}

const PRONOUN =
  /^(?:it|he|she|they|we|i|you|er|sie|es|wir|il|elle|ils|elles|on|él|ella|ellos|ellas|lui|lei|loro|ele|ela|eles|hij|zij|ze|han|hon|hun|de|он|она|оно|они)$/;
const DETERMINER =
  /^(?:the|a|an|its|his|her|their|our|this|that|these|those|der|die|das|dem|den|ein|eine|einem|einer|le|la|les|l|un|une|el|los|las|una|il|lo|gli|i|o|os|as|um|uma|het|een|\d.*)$/;

/** Whether a word at the head of a joined clause is its subject, and no verb: "and carries", "and the bus carries". */
function isNoun({ isNamed }: Token, before: Token | undefined): boolean {
  return isNamed || (before !== undefined && DETERMINER.test(before.key));
}

/** Whether the passage says it of somebody else: its clause has a subject of its own, the sentence's is elsewhere. */
function subjectFaults(match: Match, language: string): SupportFault[] {
  const { words, found, piece, main, elsewhere } = match;
  const telling = words.filter(({ isContent }) => isContent);
  const isInMain = (word: Token): boolean => found.get(word)?.clause === main;
  const first = telling.findIndex(isInMain);
  const isAway = (word: Token) => elsewhere.includes(word) || (found.has(word) && !isInMain(word));
  const lead = telling.slice(0, Math.max(0, first));
  const agent = telling.filter(({ role }) => AGENT.test(role));
  const subject = [...lead.filter(({ role }) => role === ""), ...agent].find(isAway);
  if (subject === undefined || sharesVerb(found.get(subject), match, language)) return [];
  const taken = new Set(found.values());
  const own = piece.words.filter(({ clause }) => clause === main);
  const head = own.slice(
    0,
    own.findIndex((token) => taken.has(token) && token.isContent),
  );
  if (head.some(({ key }) => PRONOUN.test(key))) return [];
  const isJoined = own[0] !== piece.words[0];
  const rival = head.find(
    (token, at) =>
      token.isContent &&
      token.role === "" &&
      !taken.has(token) &&
      (!isJoined || isNoun(token, own[at - 1])),
  );
  const other =
    rival ??
    own.find(
      (token) =>
        AGENT.test(subject.role) && AGENT.test(token.role) && token.isContent && !taken.has(token),
    ) ??
    own.find(
      (token) =>
        token.isNamed &&
        token.isContent &&
        subject.isNamed &&
        !taken.has(token) &&
        token.role === "",
    );
  return other === undefined ? [] : [{ kind: "order", text: `${subject.text}, ${other.text}` }];
}

/**
 * Whether a word's clause has its verb of another: of the one before ("dogs are allowed, bicycles not"), or of
 * the one behind, with whose subject it is joined ("Ann Hall and her brother Tom Hall built …").
 */
function sharesVerb(token: Token | undefined, match: Match, language: string): boolean {
  if (token === undefined) return false;
  const { words: all } = match.piece;
  const own = all.filter(({ clause }) => clause === token.clause);
  if (own[0] !== all[0] && isGapped(own, language)) return true;
  const next = all.find(({ at }) => at === (own.at(-1)?.at ?? 0) + 1);
  return next !== undefined && isAnd(next, language) && !hasDeed(token, all);
}

/** Small words before a verb that say what is done to a subject. */
const PASSIVE =
  /^(?:is|are|was|were|be|been|being|got|wurden?|wird|werden|worden|est|sont|été|fut|furent|foi|foram|sido|wordt|werd|blev|ble|blir|bliver|blivit)$/;

/** Whether the passage says what the sentence's subject does of somebody else, beside what that one does itself. */
function doerFaults(match: Match, language: string): SupportFault[] {
  const { subject, doer, done } = ORDERED.test(language) ? deedOf(match) : {};
  if (subject === undefined || doer === undefined || done === undefined) return [];
  const { words, piece } = match;
  const ahead = piece.words.filter(({ clause, at }) => clause === done.clause && at < done.at);
  if (!isBeside(doer, done, match) || ahead.some(({ key }) => PRONOUN.test(key))) return [];
  const own = new Set(words.map(({ key }) => key));
  const other = ahead.findLast((token, at) => isDoer(token, ahead[at - 1]) && !own.has(token.key));
  if (other === undefined) return [];
  const kind = subject.isNamed && other.isNamed ? "order" : "words";
  return [{ kind, text: `${subject.text}, ${other.text}` }];
}

/** Who does something in a sentence, and where the passage has that one and what is done; nothing where it is done to the subject. */
function deedOf({
  words,
  found,
}: Match): Readonly<Partial<Record<"subject" | "doer" | "done", Token>>> {
  const telling = words.filter(({ isContent, role }) => isContent && role === "");
  const [subject] = telling;
  const deed = telling.find((word, at) => at > 0 && !word.isNamed && found.has(word));
  if (subject === undefined || deed === undefined) return {};
  const between = words.filter(({ at }) => at > subject.at && at < deed.at);
  const doer = found.get(subject);
  const isDone = between.some(({ key }) => PASSIVE.test(key)) || AGENT.test(doer?.role ?? "");
  const done = found.get(deed);
  return isDone || doer === undefined || done === undefined ? {} : { subject, doer, done };
}

/** Whether somebody does something else than what is done: in a clause of its own, or behind what it is done to. */
function isBeside(doer: Token, done: Token, { found, piece }: Match): boolean {
  if (doer.clause !== done.clause) return hasDeed(doer, piece.words);
  return [...found.values()].some(
    ({ at, isContent, role }) => isContent && role === "" && at > done.at && at < doer.at,
  );
}

/** Whether a word's clause goes on with something that may be a verb. */
function hasDeed(doer: Token, all: readonly Token[]): boolean {
  return all.some(
    ({ clause, at, isContent, role, isNamed }) =>
      clause === doer.clause && at > doer.at && isContent && role === "" && !isNamed,
  );
}

function isDoer(token: Token, before: Token | undefined): boolean {
  if (!token.isContent || token.role !== "" || isDate(token)) return false;
  return isNoun(token, before) && !measuresOf(token.key).some(({ dimension }) => isTime(dimension));
}

function isTime(dimension: string): boolean {
  return dimension === "duration" || dimension === "span";
}
