import { attributeIds } from "../scan/attribute-names.ts";
import type { Tree } from "../tree/tree.ts";
import { backgroundOf, canvas, colourOf, isLost, type Colour } from "./colour.ts";
import type { StyleSheet } from "./style-sheet.ts";

/** Backgrounds that are told apart; where a page has more, letters of any colour may be lost. */
const MOST = 100;
/** Variables that stand in each other. */
const MOST_DEPTH = 8;

const BACKGROUND = /background(?:-color)?\s*:\s*([^;}]{1,200})/gi;
const VARIABLE = /(--[\w-]{1,80})\s*:\s*([^;}]{1,200})/g;

/** The colours that a page states for what is behind letters, wherever it does. */
export class StatedColours {
  readonly #tree: Tree;
  readonly #sheets: readonly StyleSheet[];
  readonly #backgrounds = new Map<string, Colour>([["", canvas]]);
  readonly #variables = new Map<string, Set<string>>();
  readonly #judged = new Map<string, boolean>();
  #isRead = false;
  #areVariablesRead = false;
  /** Whether there may be any other. */
  #isAny = false;

  constructor(tree: Tree, sheets: readonly StyleSheet[]) {
    this.#tree = tree;
    this.#sheets = sheets;
  }

  /** Whether letters of a colour, as CSS writes it, may not be seen somewhere on the page. */
  mayBeLost(written: string | undefined): boolean {
    if (written === undefined) return false;
    if (!this.#isRead) this.#read();
    return this.#judge(written, 0);
  }

  #read(): void {
    this.#isRead = true;
    this.#isAny = /bgcolor/i.test(this.#tree.source);
    for (const text of this.#texts("background")) {
      for (const [, value = ""] of text.matchAll(BACKGROUND)) this.#paint(value);
    }
    for (const value of this.#backgrounds.keys()) if (value.includes("var(")) this.#readVariables();
  }

  /** What the page's styles say, where they have a word. */
  *#texts(word: string): Generator<string> {
    const { attributeTable: table } = this.#tree;
    for (const { css } of this.#sheets) if (css.includes(word)) yield css;
    for (let at = 1; at < table.size && !this.#isAny; at++) {
      if (table.id(at) !== attributeIds.style) continue;
      const value = table.value(at);
      if (value.includes(word)) yield value;
    }
  }

  #paint(written: string): void {
    const value = plain(written);
    if (this.#isAny || this.#backgrounds.has(value)) return;
    const colour = backgroundOf(new Map([["background", value]])) ?? canvas;
    this.#backgrounds.set(value, colour);
    this.#isAny = this.#backgrounds.size > MOST || value.includes("\\");
  }

  #readVariables(): void {
    if (this.#areVariablesRead) return;
    this.#areVariablesRead = true;
    for (const text of this.#texts("--")) {
      for (const [, name = "", written = ""] of text.matchAll(VARIABLE)) {
        const values = this.#variables.get(name.toLowerCase());
        if (values === undefined)
          this.#variables.set(name.toLowerCase(), new Set([plain(written)]));
        else values.add(plain(written));
        this.#paint(written);
      }
    }
  }

  #judge(written: string, depth: number): boolean {
    let judged = this.#judged.get(written);
    if (judged === undefined) {
      judged = written.includes("var(")
        ? this.#judgeVariable(written, depth)
        : this.#judgeColour(written);
      this.#judged.set(written, judged);
    }
    return judged;
  }

  #judgeColour(written: string): boolean {
    const colour = colourOf(written);
    if (colour === undefined || this.#isAny) return colour !== undefined;
    return [...this.#backgrounds.values()].some((background) => isLost(colour, background));
  }

  #judgeVariable(written: string, depth: number): boolean {
    this.#readVariables();
    if (this.#isAny || depth > MOST_DEPTH) return true;
    this.#judged.set(written, false);
    const names = written.match(/--[\w-]+/g) ?? [];
    const values = names.flatMap((name) => [...(this.#variables.get(name) ?? [])]);
    const lacking = /,\s*((?:[^(),]|\([^()]*\))+)\)+\s*$/.exec(written)?.[1]?.trim();
    return [...values, ...(lacking === undefined ? [] : [lacking])].some((value) =>
      this.#judge(value, depth + 1),
    );
  }
}

function plain(written: string): string {
  return written
    .toLowerCase()
    .replace(/!\s*important\s*$/, "")
    .trim();
}
