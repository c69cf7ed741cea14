import { splitSentences } from "../evidence/index.ts";
import { detach } from "../core/index.ts";

/** A run of a page's text. */
export interface Passage {
  /** The headings above its first line, from the page's outermost to its own, joined by " > "; may be empty. */
  readonly heading: string;
  /** As it stands on the page: lines of blocks, in page order; not empty. */
  readonly text: string;
}

/** A block of text that passages are cut from. */
export interface PassageBlock {
  /** Not empty; may have several lines. */
  readonly text: string;
  /** From 1 to 6 for a heading, 0 for text. */
  readonly level: number;
  /** Whether a passage may well begin with it: a term that is defined, a paragraph of plain text. */
  readonly opens: boolean;
}

/** Passages of a page, and whether they are all. */
interface CutPassages {
  readonly passages: readonly Passage[];
  /** Whether the page has more than the limit. */
  readonly cutOff: boolean;
}

/** Words of a passage, at most; about half as many at least, where the text goes on. */
const MOST_WORDS = 200;
/** Words from which a passage ends before a term or a paragraph that opens another … */
const ENOUGH_WORDS = 80;
/** … and before a heading. Shorter sections are put together. */
const FEW_WORDS = 40;
/** Passages of a page, about 300,000 words. */
const MOST_PASSAGES = 2000;
/** Characters of a block that are looked at as one. */
const LONGEST_PIECE = 10_000;
/** Characters of a heading, and headings of a path. */
const LONGEST_HEADING = 200;
const DEEPEST_PATH = 4;

/** Cuts a page's blocks into passages that follow headings and end where sentences end. */
export function cutPassages(blocks: readonly PassageBlock[], language: string): CutPassages {
  const cutter = new PassageCutter();
  for (const block of blocks) {
    if (cutter.isFull) break;
    if (block.level > 0) cutter.head(block);
    else addText(cutter, block, language);
  }
  return cutter.finish();
}

function addText(cutter: PassageCutter, { text, opens }: PassageBlock, language: string): void {
  if (opens) cutter.open();
  let continues = false;
  for (const run of runsOf(text)) {
    for (const piece of countWords(run) > FEW_WORDS ? sentencesOf(run, language) : [run]) {
      if (cutter.isFull) return;
      cutter.add(piece, continues);
      continues = true;
    }
  }
}

/** Parts of a text that are short enough to be looked at, cut at white space; together the text. */
function* runsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = endOfRun(text, start, LONGEST_PIECE);
    yield text.slice(start, end);
    start = end;
  }
}

function endOfRun(text: string, start: number, most: number): number {
  if (text.length - start <= most) return text.length;
  const limit = start + most;
  const space = Math.max(text.lastIndexOf(" ", limit), text.lastIndexOf("\n", limit));
  if (space > start) return space + 1;
  // Between the halves of a character is no place to cut.
  return /[\udc00-\udfff]/.test(text.charAt(limit)) ? limit - 1 : limit;
}

/** Sentences with the white space around them, so that together they are the text. */
function* sentencesOf(text: string, language: string): Generator<string> {
  let start = 0;
  // Lines of plain text end anywhere.
  const flowing = text.replaceAll("\n", " ");
  let end = 0;
  for (const sentence of splitSentences(flowing, language)) {
    end = flowing.indexOf(sentence, end) + sentence.length;
    yield* shortRuns(text.slice(start, end));
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}

/** What has no ends of sentences is cut between words. */
function* shortRuns(text: string): Generator<string> {
  if (countWords(text) <= MOST_WORDS) yield text;
  else {
    for (let start = 0; start < text.length;) {
      const end = endOfRun(text, start, LONGEST_RUN);
      yield text.slice(start, end);
      start = end;
    }
  }
}

/** Characters of a run that is cut from what has no ends of sentences. */
const LONGEST_RUN = 800;

/** Characters that a word has at most, on average, where they are counted by white space. */
const LONGEST_AVERAGE = 12;

/** About how many words a text has, in any script. */
function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\S+/g)) count += 1;
  if (/[\u0e00-\uffff]/.test(text)) {
    count += (text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu)?.length ?? 0) / 2;
    count += (text.match(/[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu)?.length ?? 0) / 5;
  }
  return Math.max(count, text.length / LONGEST_AVERAGE);
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** Puts pieces together until a passage is long enough. */
class PassageCutter {
  readonly #passages: Passage[] = [];
  #path: Heading[] = [];
  /** A heading that no text has followed yet. */
  #bare: Heading | undefined;
  #heading = "";
  #lines: string[] = [];
  #words = 0;
  #cutOff = false;

  get isFull(): boolean {
    return this.#cutOff;
  }

  head({ level, text }: PassageBlock): void {
    if (this.#words >= FEW_WORDS) this.#flush();
    // A heading with nothing below it is text: an item of a list of them.
    if (this.#bare !== undefined && (this.#bare.level >= level || this.#words > 0)) {
      this.#line(this.#bare.text);
    }
    this.#path = this.#path.filter((heading) => heading.level < level);
    this.#bare = { level, text };
    // A sign of paragraphs at the end is a link to the heading itself.
    const name = text.replace(/[\s¶]+$/u, "").slice(0, LONGEST_HEADING);
    this.#path.push({ level, text: name.toWellFormed() });
  }

  open(): void {
    if (this.#words >= ENOUGH_WORDS) this.#flush();
  }

  /** @param continues whether it goes on in the line of the piece before */
  add(piece: string, continues: boolean): void {
    const words = countWords(piece);
    if (this.#words > 0 && this.#words + words > MOST_WORDS) this.#flush();
    if (this.#cutOff) return;
    if (this.#bare !== undefined && this.#words > 0) this.#line(this.#bare.text);
    this.#bare = undefined;
    const last = this.#lines.length - 1;
    if (continues && last >= 0) {
      this.#lines[last] += piece;
      this.#words += words;
    } else this.#line(continues ? piece.trimStart() : piece, words);
  }

  finish(): CutPassages {
    if (this.#bare !== undefined && !this.#cutOff) this.#line(this.#bare.text);
    this.#flush();
    return { passages: this.#passages, cutOff: this.#cutOff };
  }

  #line(text: string, words = countWords(text)): void {
    if (this.#lines.length === 0) this.#heading = this.#pathText();
    this.#lines.push(text);
    this.#words += words;
  }

  #pathText(): string {
    return this.#path
      .slice(-DEEPEST_PATH)
      .map(({ text }) => text)
      .join(" > ");
  }

  #flush(): void {
    const text = this.#lines
      .join("\n")
      .replace(/^\s*\n/, "")
      .trimEnd();
    this.#lines = [];
    this.#words = 0;
    if (text.trim() === "") return;
    if (this.#passages.length === MOST_PASSAGES) this.#cutOff = true;
    else this.#passages.push({ heading: detach(this.#heading), text: detach(text) });
  }
}
