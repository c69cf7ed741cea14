import { readDate } from "./read-date.ts";
import type { ShownLine } from "./shown-lines.ts";

/** What stands before the name of an author. */
const BY =
  /^(?:(?:article|blog|contributed|created|guide|opinion|original|post(?:ed)?|publish(?:ed)?|report(?:ed|ing)?|review|started|story|submitted|text|topic|words|writ(?:ten|er)|authored)\s+)?(?:by|via)(?=$|[\s:])[\s:]*/i;
const LABEL =
  /^(?:(?:article|blog|post|topic)\s+)?(?:authors?|aut(?:or|eur|ore)(?:e?s)?|autora|skribent|szerző|автор|yazar|penulis|tác giả|writer|written|texte?|текст)(?=$|[\s:])[\s:]*|^(?:文[/／:：]|作者[:：]?|著者[:：]?|記者[:：]?|글[:：]|기자[:：])\s*/iu;
const FOREIGN_BY =
  /^(?:von|par|por|door|av|af|przez|от|oleh|napsal|di(?=\s\S+\s\p{L})|skrevet av|scritto da|escrito por|écrit par|geschrieben von)\s+(?=\p{Lu})/iu;

/** A date may stand before "by". */
const DATE_BY = /^(?=[^\p{N}]{0,25}\p{N})[^.!?;:]{5,40}\s(?=by\s\p{Lu})/iu;
const ENDS_WITH_BY = /\bby:?$/i;
const SAYS_BY_LAST =
  /\b(?:written|posted|published|authored|reported|story|article|words|text) by:?$/i;

/** What begins behind the name: another line on the screen, a date, another person's part. */
const BEHIND =
  /\s*(?:,\s(?:[\p{L}&’'-]+\s){0,4}(?:reporter|correspondent|editor|writer|journalist|columnist|producer|analyst|contributor|photographer)\b|\sin\s\p{L}|(?<=\p{L}{3})(?<!mrs)\.\s|[|•·»›—–⋅∙/]|\s-(?=\s|$)|[,(]?\s*\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[,.]?\s|\b(?:edited|updated|modified|reviewed|published|posted|illustrated|translated|on behalf of|last|fact[- ]checked|photograph)\b|[,(]?\s*(?<![\p{L}\d])\d|[,(]?\s*\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?\s\d)/iu;

/** What stands in a byline without being a name. */
const NOISE =
  /^(?:@?twitter|x|facebook|linkedin|instagram|e-?mail|follow|share|print|save|copy link|bio|(?:view |see )?profile|about(?: the)? authors?|author|authors|contributors?|comments?|guest|admin(?:istrator)?|editor|staff|unknown|anonymous|undefined|null|none|n\/a|written|posts?|topic|get in touch|contact(?: us)?|visit .*|read more|more|see all|all posts|website|subscribe|.*\b(?:min(?:ute)?s?\.? read|reading time|comments?|views?)\b.*)$/i;

/** Between the names of two authors. */
const JOINT = /^(?:,|and|&|with|und|et|y|e|og|och|en)$/i;

/** Characters of a name, and of the names of a page's authors. */
const LONGEST = 80;
const MOST_AUTHORS = 10;

/**
 * The author that a byline names: what it says without "by", date, job and links to networks.
 * Several authors are one text, as they are written or joined by commas.
 */
export function authorNames(lines: readonly ShownLine[]): string | undefined {
  const names: string[] = [];
  let isJoined = true;
  for (const { text } of lines) {
    if (names.length === MOST_AUTHORS) break;
    if (JOINT.test(text)) isJoined = true;
    else {
      const name = isJoined ? authorName(text.replace(/^(?:and|,|&)\s+/i, "")) : undefined;
      if (name === undefined && names.length > 0) break;
      if (name === undefined) continue;
      names.push(name);
      isJoined = /(?:,|\band|&)$/i.test(text);
    }
  }
  return names.length === 0 ? undefined : names.join(", ");
}

/** The name in a text that may have a label before it and a date behind; undefined without one. */
export function authorName(text: string): string | undefined {
  const bare = text.replace(DATE_BY, "").replace(LABEL, "").replace(BY, "").replace(FOREIGN_BY, "");
  const end = BEHIND.exec(bare)?.index ?? bare.length;
  const name = bare
    .slice(0, end)
    .replace(/^[\s,;:|*-]+|[\s,;:|(*-]+$/g, "")
    .replace(/\s+(?:and|on|in|at|le|el|am|il|em)$/i, "")
    .replace(/,$|(?<=\p{L}{3})\.$/u, "");
  return isName(name) ? name : undefined;
}

/** Whether a text says who wrote something, in so many words; what is behind may be a name. */
export function saysBy(text: string): boolean {
  return BY.test(text) || LABEL.test(text) || DATE_BY.test(text);
}

/** Whether a text may say so in another language; such words begin other lines too. */
export function maySayBy(text: string): boolean {
  return FOREIGN_BY.test(text);
}

/** Whether a text is only the words before a name. */
export function isLabel(text: string): boolean {
  if (text.length < 40 && SAYS_BY_LAST.test(text)) return true;
  return saysBy(text) && text.replace(LABEL, "").replace(BY, "") === "";
}

function isName(text: string): boolean {
  if (text.length > LONGEST || !/\p{L}/u.test(text)) return false;
  if (ENDS_WITH_BY.test(text)) return false;
  if (NOISE.test(text) || /^https?:|^www\.|[{}<>=]/.test(text)) return false;
  return text.split(" ").length <= 9 && readDate(text) === undefined;
}
