/** A model's text, parted into what it says and what it only thought aloud. */
interface PartedThoughts {
  readonly said: string;
  readonly thought: string;
}

const NAMES =
  "think|thinking|thoughts?|reasoning|reason|analysis|reflection|scratchpad|inner_monologue|seed:think|seed:cot_budget_reflect";

/** Marks of thoughts, as families of models write them. */
const BEGINNINGS = [
  `<(?:${NAMES})>`,
  "◁think▷",
  "\\[THINK\\]",
  "<\\|begin_of_thought\\|>",
  "<\\|START_THINKING\\|>",
  "<\\|channel\\|>analysis[^<]{0,80}<\\|message\\|>",
  "<\\|channel>thought",
  // The marks of gpt-oss where a server lost their signs.
  "^analysis(?=\\p{Lu})",
];
const ENDINGS = [
  `</(?:${NAMES})>`,
  "◁/think▷",
  "\\[/THINK\\]",
  "<\\|end_of_thought\\|>",
  "<\\|END_THINKING\\|>",
  "<\\|channel\\|>final[^<]{0,80}<\\|message\\|>",
  "<channel\\|>",
  "assistantfinal",
];
/** What ends thoughts where there are some, and says nothing elsewhere. */
const BREAKS = [
  "<\\|start\\|>assistant(?! to=)",
  "<\\|end\\|>",
  "(?=<\\|(?:channel\\|>commentary|start\\|>assistant to=))",
];

const MARK = new RegExp(
  `(?<begin>${BEGINNINGS.join("|")})|(?<end>${ENDINGS.join("|")})|(?<break>${BREAKS.join("|")})|[{}[\\]"]`,
  "gu",
);

/** Signs by which models end an answer, where a server left them in. */
const STOPS =
  /(?:<\|(?:im_end|eot_id|eom_id|end|endoftext|return|end_of_turn|end_of_solution)\|>|<｜end▁of▁sentence｜>|<\/s>|<end_of_turn>|<eos>)$/;

/** What some models put around the answer itself. */
const WRAPPED =
  /^(?:<(answer|response|final_answer)>([\s\S]*)<\/\1>|<\|begin_of_solution\|>([\s\S]*))$/;

/**
 * Parts what a model thought aloud from what it says. Thoughts may lack the mark that begins them, as
 * the prompt had it, and then reach back to the text's beginning; without the mark that ends them they
 * reach to its end. A mark within a string of JSON or within back-ticks is text. In linear time.
 */
export function partThoughts(text: string): PartedThoughts {
  const parts = new Parting(text);
  for (const mark of marksIn(text)) parts.take(mark);
  const { said, thought } = parts.finish();
  const isWhole = thought.trim() === "";
  return { said: withoutFrame(isWhole ? said : said.trim()), thought: thought.trim() };
}

interface Mark {
  readonly kind: "begin" | "end" | "break";
  readonly at: number;
  readonly to: number;
}

function* marksIn(text: string): Generator<Mark> {
  let depth = 0;
  let readFrom = 0;
  for (const { 0: sign, index: at, groups = {} } of text.matchAll(MARK)) {
    if (at < readFrom) continue;
    const kind = kindOf(groups);
    const to = at + sign.length;
    if (kind !== undefined) {
      if (text[at - 1] === "`" || text[to] === "`") continue;
      depth = 0;
      yield { kind, at, to };
    } else if (sign === '"') readFrom = depth > 0 ? endOfLineString(text, at) : to;
    else depth = sign === "{" || sign === "[" ? depth + 1 : Math.max(0, depth - 1);
  }
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Mark["kind"] | undefined {
  if (groups["begin"] !== undefined) return "begin";
  if (groups["end"] !== undefined) return "end";
  return groups["break"] === undefined ? undefined : "break";
}

/** Behind the string that begins at a quote and ends on its line, as strings of JSON do. */
function endOfLineString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"' && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, text.length);
}

class Parting {
  readonly #text: string;
  #said: string[] = [];
  readonly #thought: string[] = [];
  #from = 0;
  /** The mark that began the thoughts that are being read. */
  #begun: Mark | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  take(mark: Mark): void {
    if (mark.kind === "begin") this.#begin(mark);
    else if (this.#begun !== undefined) this.#end(mark);
    else if (mark.kind === "break") this.#keep(this.#said, mark);
    else {
      this.#keep(this.#said, mark);
      this.#thought.push(...this.#said);
      this.#said = [];
    }
  }

  #begin(mark: Mark): void {
    if (this.#begun !== undefined) return;
    this.#keep(this.#said, mark);
    this.#begun = mark;
  }

  #end(mark: Mark): void {
    this.#keep(this.#thought, mark);
    this.#begun = undefined;
  }

  #keep(pieces: string[], { at, to }: Mark): void {
    pieces.push(this.#text.slice(this.#from, at));
    this.#from = to;
  }

  /** Thoughts without an end begin a line: a mark within a sentence is spoken of. */
  finish(): PartedThoughts {
    const rest = this.#text.slice(this.#from);
    const { at = 0, to = 0 } = this.#begun ?? {};
    const line = this.#text.slice(this.#text.lastIndexOf("\n", at - 1) + 1, at);
    if (this.#begun === undefined) this.#said.push(rest);
    else if (line.trim() === "" || at === 0) this.#thought.push(rest);
    else this.#said.push(this.#text.slice(at, to), rest);
    return { said: this.#said.join(""), thought: this.#thought.join("\n") };
  }
}

function withoutFrame(said: string): string {
  let bare = said;
  for (let left = 4; left > 0; left--) {
    const shorter = bare.trimEnd().replace(STOPS, "");
    if (shorter === bare.trimEnd()) break;
    bare = shorter.trimEnd();
  }
  const framed = WRAPPED.exec(bare.trim());
  return framed === null ? bare : (framed[2] ?? framed[3] ?? "");
}
