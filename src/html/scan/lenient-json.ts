import { JsonCursor, wordValue } from "./json-cursor.ts";

/** What was read of text that is nearly JSON. */
export interface LenientJson {
  /** Its objects and lists that are not empty, in order; most texts have one. */
  readonly roots: readonly unknown[];
  /** Whether the text ends before they do; what came before is kept. */
  readonly cutOff: boolean;
}

/** An object or list that is being read. */
interface Frame {
  /** Members of an object; of a list they have no names. */
  readonly members: [name: string, value: unknown][];
  readonly isList: boolean;
  /** The member that waits for its value; without colon it may be a stray word. */
  name: string | undefined;
  hasColon: boolean;
}

/** How often a root goes on behind a superfluous closing brace. */
const MOST_REOPENED = 16;

/**
 * Reads JSON as people and templates write it: with comments, bare control characters and quotes in
 * strings, missing and superfluous commas, names without quotes, single quotes, in a comment of HTML
 * or CDATA, several values after each other. A member that cannot be read is left out, nothing else.
 * Takes linear time and does not recurse.
 */
export function readLenientJson(text: string): LenientJson {
  return new LenientReader(text).read();
}

class LenientReader {
  readonly #cursor: JsonCursor;
  readonly #frames: Frame[] = [];
  readonly #roots: unknown[] = [];
  /** How many of the open frames are lists. */
  #lists = 0;
  /** The last root, as long as it may go on. */
  #lastRoot: Frame | undefined;
  #reopened = 0;

  constructor(text: string) {
    this.#cursor = new JsonCursor(text);
  }

  read(): LenientJson {
    let isWhole = true;
    for (let next = this.#cursor.next(); next !== ""; next = this.#cursor.next()) {
      if (next === '"' || next === "'") isWhole = this.#readString() && isWhole;
      else if ("{}[]:,".includes(next)) this.#readMark(next);
      else this.#readWord();
    }
    const cutOff = this.#frames.length > 0 || !isWhole;
    while (this.#frames.length > 0) this.#close();
    return { roots: this.#roots, cutOff };
  }

  #readMark(mark: string): void {
    this.#cursor.pass();
    if (mark === "{" || mark === "[") this.#open(mark === "[");
    else if (mark === "]" || mark === "}") this.#closeTo(mark === "]");
    else this.#separate(mark);
  }

  #separate(mark: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    if (mark === ":") frame.hasColon = frame.name !== undefined;
    else endMember(frame);
  }

  #open(isList: boolean): void {
    this.#frames.push({ members: [], isList, name: undefined, hasColon: false });
    if (isList) this.#lists += 1;
  }

  /** Closes the innermost list or object, and what is left open in it; a stray mark is ignored. */
  #closeTo(isList: boolean): void {
    const open = isList ? this.#lists : this.#frames.length - this.#lists;
    if (open === 0) return;
    while (this.#frames.at(-1)?.isList !== isList) this.#close();
    this.#close();
  }

  #close(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    endMember(frame);
    if (frame.isList) this.#lists -= 1;
    const { members, isList } = frame;
    // Not by assignment, which takes `__proto__` for something else.
    const value = isList ? members.map(([, item]) => item) : Object.fromEntries(members);
    if (this.#frames.length > 0) this.#add(value);
    else if (members.length > 0) {
      this.#roots.push(value);
      this.#lastRoot = isList ? undefined : frame;
    }
  }

  #add(value: unknown): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    const { isList, name, hasColon } = frame;
    if (value !== undefined && (isList || (name !== undefined && hasColon)))
      frame.members.push([name ?? "", value]);
    frame.name = undefined;
    frame.hasColon = false;
  }

  /** False when the string does not end. */
  #readString(): boolean {
    const text = this.#cursor.string();
    if (text !== undefined) {
      this.#reopen();
      this.#take(text, text);
    }
    return text !== undefined;
  }

  /** A member behind the end of an object is its own: one brace too many came before. */
  #reopen(): void {
    const frame = this.#lastRoot;
    if (this.#frames.length > 0 || frame === undefined || this.#reopened >= MOST_REOPENED) return;
    if (this.#cursor.next() !== ":") return;
    this.#reopened += 1;
    this.#roots.pop();
    this.#frames.push(frame);
  }

  #readWord(): void {
    const word = this.#cursor.word();
    this.#take(word, wordValue(word));
  }

  /** A text is the name of a member until there is a colon behind it. */
  #take(text: string, value: unknown): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || frame.isList || frame.hasColon) this.#add(value);
    else frame.name = text;
  }
}

/** Ends a member; a number that a comma cuts in two, as in `"price": 1,299`, says neither. */
function endMember(frame: Frame): void {
  const { members, isList, name, hasColon } = frame;
  const isHalf = !isList && !hasColon && name !== undefined && /^\d/.test(name);
  if (isHalf && typeof members.at(-1)?.[1] === "number") members.pop();
  frame.name = undefined;
  frame.hasColon = false;
}
