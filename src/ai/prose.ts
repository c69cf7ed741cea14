import type { TextBlock } from "../html/index.ts";
import { splitSentences } from "../evidence/index.ts";

/** A sentence of a page, verbatim. */
export interface PageSentence {
  readonly text: string;
  /** The block that it stands in, counted from 0. */
  readonly block: number;
  /** How much the kind of its block is worth, from 0 to 1. */
  readonly worth: number;
}

/** The sentences of a page that may stand in a summary. */
interface PageProse {
  readonly sentences: readonly PageSentence[];
  /** Whether the page has more than were looked at. */
  readonly cutOff: boolean;
}

/** What is looked at of a page: its first characters in blocks of running text … */
const MOST_CHARACTERS = 200_000;
/** … and of one block. */
const LONGEST_BLOCK = 10_000;
/** Sentences that are weighed. */
const MOST_SENTENCES = 500;

/** What a sentence is worth by its block; headings, captions and code have none. */
const worths: Readonly<Partial<Record<TextBlock["kind"], number>>> = {
  paragraph: 1,
  quote: 0.6,
  "list-item": 0.6,
  cell: 0.5,
};

/** A block with more of its text in links is a list of them. */
const MOST_LINKED = 0.6;

/** Finds sentences in blocks of running text, never across two of them. */
export function findProse(
  blocks: readonly TextBlock[],
  { title, language }: { readonly title: string; readonly language: string },
): PageProse {
  const sentences: PageSentence[] = [];
  const aboutFurniture = FURNITURE.test(title);
  let characters = 0;
  let cutOff = false;
  for (const [block, { kind, text, linked }] of blocks.entries()) {
    const worth = worths[kind];
    if (worth === undefined || linked > MOST_LINKED || text.includes("\t")) continue;
    if (characters > MOST_CHARACTERS || sentences.length >= MOST_SENTENCES) {
      cutOff = true;
      break;
    }
    characters += text.length;
    cutOff ||= text.length > LONGEST_BLOCK;
    for (const sentence of splitSentences(text.slice(0, LONGEST_BLOCK), language)) {
      const isWanted = isSentence(sentence) && (aboutFurniture || !FURNITURE.test(sentence));
      if (isWanted) sentences.push({ text: sentence, block, worth });
    }
  }
  return { sentences: sentences.slice(0, MOST_SENTENCES), cutOff };
}

/** Characters of a sentence: fewer say nothing, more is no sentence. */
const SHORTEST = 25;
const SHORTEST_WIDE = 10;
const LONGEST = 400;

const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
const UNENDED = /[\p{sc=Thai}\p{sc=Laoo}]/u;
const ENDED = /[.!?…。！？｡؟۔।॥።។။‼⁇⁈⁉]["'”’»›)\]」』）]{0,3}$/u;

function isSentence(text: string): boolean {
  const shortest = WIDE.test(text) ? SHORTEST_WIDE : SHORTEST;
  if (text.length < shortest || text.length > LONGEST) return false;
  if (!ENDED.test(text) && !UNENDED.test(text)) return false;
  // What begins in small letters is the rest of something.
  if (/^\p{Ll}/u.test(text) || /[…]$|\.\.\.$/.test(text)) return false;
  // The beginning of brackets that another sentence ends.
  if (text.startsWith("(") && !text.includes(")")) return false;
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  return letters >= text.length * LETTERS;
}

/** Share of a sentence that is letters; tables, prices and code have fewer. */
const LETTERS = 0.6;

/** What pages say about themselves instead of their subject, in the languages most common on the web. */
const FURNITURE = new RegExp(
  [
    /\bcookies?\b.{0,80}\b(?:accept|browser|consent|settings|polic|website|site|experience|traffic)/,
    /\b(?:we|our|site|website|browser|accept|store|uses?)\b.{0,80}\bcookies\b/,
    /privacy (?:policy|notice)|terms (?:of|and) (?:use|service|conditions)|all rights reserved|copyright|©/,
    /\b(?:newsletter|unsubscribe|subscribe|sign (?:up|in)|log ?in|share this|follow us|click (?:here|on)|read more)\b/,
    /\b(?:affiliate|sponsored|commissions?|advertisement|disclosure|disclaimer)\b/,
    /\b(?:javascript|last (?:updated|modified)|originally (?:appeared|published)|photo(?:graph)? (?:by|credit|:)|image:)/,
    /^(?:this article is about|for (?:other uses|.{1,60}, see )|see (?:also|the) )/,
    /^(?:by|posted|published|updated|written|reviewed|photo|source)\b.{0,60}\d{4}/,
    /datenschutz|alle rechte vorbehalten|abonnieren|impressum/,
    /politique de confidentialité|tous droits réservés|abonnez-vous|inscrivez-vous/,
    /todos los derechos|política de privacidad|suscríb|todos os direitos|inscreva-se/,
    /все права защищены|подпи(?:сывайтесь|шитесь)|политик[аи] конфиденциальности/,
    /版权所有|版權所有|未经.{0,10}许可|无断転載|無断転載|隐私政策|プライバシーポリシー|クッキー|会員登録|关注我们|点击/,
    /جميع الحقوق محفوظة|سياسة الخصوصية|اشترك في|สงวนลิขสิทธิ์|นโยบายความเป็นส่วนตัว|คุกกี้/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "iu",
);
