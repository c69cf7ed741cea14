import { converters } from "./converters.ts";
import { extractors } from "./extractors.ts";
import { measureFidelity } from "./fidelity.ts";
import { namedFigures, shown } from "./figures.ts";
import { scoreMain } from "./main-score.ts";
import { measures } from "./page-content.ts";
import { measureSearch, ownEngines, peerEngines } from "./quality-search.ts";
import { table } from "./table.ts";

/** Ours beside the peers in one measure. */
export interface Comparison {
  /** Its place in README.md. */
  readonly name: string;
  /** A table: figure by competitor. */
  readonly text: string;
  /** A sentence for each of the judged figures that a peer has better than ours. */
  readonly better: readonly string[];
}

/** Some peers take seconds for a page. */
const EVERY = { fidelity: 5, main: 3 };

/** A page that takes longer counts as lost, as one that throws does. */
const LONGEST_MS = 20_000;

/** Ours must be as good as each peer's in these. */
const judged = new Set([
  ...measures.map((measure) => `${measure} recall`),
  "text precision",
  "pages with markup in the text",
  "pages lost",
  "weighted",
  ...["ndcg", "ndcgHeld", "recall", "recallHeld"].map((figure) => `all.${figure}`),
]);
const lessIsBetter = new Set(["pages with markup in the text", "pages lost", "without"]);

/** Competitor -> name of a figure -> figure. */
type Results = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Runs the peers, and ours again on the same pages, through the measures of fidelity, main content
 * and search.
 * @throws MissingPeerError when a peer is not installed
 */
export async function comparePeers(): Promise<Comparison[]> {
  return [
    compare("peers fidelity", await fidelityOfAll()),
    compare("peers main", await mainContentOfAll()),
    compare("peers search", await searchOfAll()),
  ];
}

async function fidelityOfAll(): Promise<Results> {
  const results = new Map<string, ReadonlyMap<string, number>>();
  for (const [name, make] of Object.entries(converters)) {
    const convert = await make();
    const patience = new Patience();
    const found = measureFidelity(
      (html, url) => patience.settle(() => convert(html, url)),
      EVERY.fidelity,
    );
    const shares = measures.flatMap((measure): [string, number][] => [
      [`${measure} recall`, found.measures[measure].recall],
      [`${measure} precision`, found.measures[measure].precision],
    ]);
    const counts: [string, number][] = [
      ["pages with markup in the text", found.leaking],
      ["pages lost", patience.lost],
      ["pages", found.pages],
    ];
    results.set(name, new Map([...shares, ...counts]));
  }
  return results;
}

async function mainContentOfAll(): Promise<Results> {
  const results = new Map<string, ReadonlyMap<string, number>>();
  for (const [name, make] of Object.entries(extractors)) {
    const extract = await make();
    const patience = new Patience();
    const score = await scoreMain(
      (html, url) => patience.settleLater(() => extract(html, url)),
      EVERY.main,
    );
    results.set(name, namedFigures({ ...score, "pages lost": patience.lost }));
  }
  return results;
}

async function searchOfAll(): Promise<Results> {
  const engines = { dragline: ownEngines.sqlite, ...peerEngines };
  const results = new Map<string, ReadonlyMap<string, number>>();
  for (const [name, make] of Object.entries(engines)) {
    const { all, docs, facts, numbers, foreign } = await measureSearch(make);
    results.set(name, namedFigures({ all, docs, facts, numbers, foreign }));
  }
  return results;
}

/** Gives "" for a page that throws or takes too long, and counts such pages. */
class Patience {
  lost = 0;

  settle(convert: () => string): string {
    const started = performance.now();
    try {
      return this.#inTime(convert(), started);
    } catch {
      return this.#lose();
    }
  }

  async settleLater(extract: () => Promise<string>): Promise<string> {
    const started = performance.now();
    try {
      return this.#inTime(await extract(), started);
    } catch {
      return this.#lose();
    }
  }

  #inTime(text: string, started: number): string {
    return performance.now() - started > LONGEST_MS ? this.#lose() : text;
  }

  #lose(): string {
    this.lost += 1;
    return "";
  }
}

function compare(name: string, results: Results): Comparison {
  const ours = results.get("dragline") ?? new Map<string, number>();
  const names = [...ours.keys()];
  const rows = names.map((figure) => [
    figure,
    ...[...results.values()].map((figures) => cell(figure, figures.get(figure))),
  ]);
  const better = [...results].flatMap(([peer, figures]) =>
    names
      .filter((figure) => isBetter(figure, figures.get(figure), ours.get(figure)))
      .map((figure) => `${name}: ${peer} is better in ${figure}: ${shown(figures.get(figure))}`),
  );
  return { name, better, text: table([["", ...results.keys()], ...rows]) };
}

function cell(name: string, figure: number | undefined): string {
  return name.startsWith("pages") ? String(figure) : shown(figure);
}

function isBetter(name: string, theirs = Number.NaN, ours = Number.NaN): boolean {
  if (!judged.has(name)) return false;
  return lessIsBetter.has(name) ? theirs < ours : theirs > ours;
}
