import type { BenchmarkSize } from "./case.ts";
import { Random } from "./extraction-set/random.ts";

/** A page of a generated documentation. */
export interface LibraryPage {
  readonly url: string;
  /** About 3,000 words below 20 headings, beside a navigation of 60 links. */
  readonly html: string;
}

/** Words that the pages are made of, and queries are taken from. */
const VOCABULARY = 40_000;
const SECTIONS = 20;
const SENTENCES = 12;

/** What an index is to hold at least: the figure. */
export const PASSAGES: Readonly<Record<BenchmarkSize, number>> = {
  full: 100_000,
  smoke: 2_000,
  memory: 100_000,
};

/** Pages one after the other, the same each time: words are as common as Zipf has them. */
export function* generatedLibrary(): Generator<LibraryPage> {
  const words = vocabulary();
  for (let number = 0; ; number += 1) {
    const random = new Random(`page ${number}`);
    const links = random.times(
      60,
      (at) => `<li><a href="/${at}">${sentence(random, words, 2)}</a></li>`,
    );
    const sections = random.times(SECTIONS, () => section(random, words));
    const title = sentence(random, words, 5);
    yield {
      url: `https://docs.example/${number}/${title.toLowerCase().replaceAll(/\W+/g, "-")}`,
      html: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><header><nav><ul>${links.join("")}</ul></nav></header><main><article><h1>${title}</h1>${sections.join("")}</article></main></body></html>`,
    };
  }
}

/** Queries of two to eight words, as rare and as common as those of the pages. */
export function generatedQueries(count: number): string[] {
  const words = vocabulary();
  const random = new Random("queries");
  return random.times(count, () => sentence(random, words, random.whole(2, 8)));
}

function vocabulary(): string[] {
  const random = new Random("vocabulary");
  const syllables = ["ta", "ren", "mo", "sil", "ker", "an", "vo", "lin", "du", "pra", "est", "ig"];
  const words = random.times(VOCABULARY, () =>
    random.times(random.whole(1, 4), () => random.pick(syllables)).join(""),
  );
  return words.map((word, at) => (at < syllables.length ** 2 ? word : `${word}${at.toString(36)}`));
}

function section(random: Random, words: readonly string[]): string {
  const text = random.times(SENTENCES, () => `${sentence(random, words, random.whole(8, 16))}.`);
  const half = SENTENCES / 2;
  return `<h2>${sentence(random, words, 4)}</h2><p>${text.slice(0, half).join(" ")}</p><p>${text.slice(half).join(" ")}</p>`;
}

function sentence(random: Random, words: readonly string[], length: number): string {
  // The frequency of a word is about one over its rank.
  const text = random
    .times(length, () => words[Math.floor(words.length ** random.next()) - 1] ?? "")
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
