// How well sentences are told that a passage says from those that it does not: pairs, and drafts of reports.
//   node --conditions=dragline-source benchmarks/quality-support.ts [--wrong]
import { parseArgs } from "node:util";
import { checkSupport } from "dragline/ai";
import { SentenceProving, type ProvenSentence } from "../src/citations/index.ts";
import { figureTables, namedFigures, shown } from "./figures.ts";
import { corpusJson } from "../test/corpus.ts";
import { heldPairs } from "../test/rooms/ai/support-pairs/held-pairs.ts";
import { ownPairs } from "../test/rooms/ai/support-pairs/own-pairs.ts";
import { readPairs, type SupportPair } from "../test/rooms/ai/support-pairs/read-pairs.ts";

interface GivenPair {
  readonly sentence: string;
  readonly passage: string;
  readonly language?: string;
  readonly expected: string;
}

interface Draft {
  readonly id: string;
  readonly question: string;
  readonly sources: readonly { readonly id: string; readonly text: string }[];
  readonly draft: readonly {
    readonly text: string;
    readonly form?: string;
    readonly cites: readonly { readonly source: string; readonly quote: string }[];
  }[];
  readonly faults: readonly {
    readonly at: number;
    readonly kind: string;
    readonly may: readonly string[];
    readonly recite?: readonly string[];
    readonly gone?: readonly string[];
  }[];
}

/** Pairs: how many of the false ones pass, and how many of the true ones do not. */
export interface PairFigure {
  readonly pairs: number;
  readonly accepted: number;
  readonly refused: number;
}

/** Sentences of drafts of reports, of which no model has an opinion. */
export interface DraftFigure {
  readonly faults: number;
  /** Share of faulty sentences that are left out, recited or cleaned. */
  readonly caught: number;
  readonly trues: number;
  /** Shares of the true ones that rules show, that stand apart as unchecked, and that are lost. */
  readonly shown: number;
  readonly apart: number;
  readonly lost: number;
}

/** How sentences of one kind or form fared. */
interface Fate {
  all: number;
  shown: number;
  apart: number;
}

/** @param onWrong is told of pairs that are judged wrongly, and of sentences that are not shown or should not be */
export function measureSupport(onWrong: (line: string) => void = () => {}) {
  const [own, held] = [ownPairs, heldPairs].map(readPairs) as [SupportPair[], SupportPair[]];
  return {
    given: judgePairs("given", given(), onWrong),
    own: judgePairs("own", own, onWrong),
    held: judgePairs("held", held, onWrong),
    drafts: draftFigure(judgeDrafts(onWrong)),
  };
}

function given(): SupportPair[] {
  const { support } = corpusJson<{ readonly support: readonly GivenPair[] }>("meaning/cases.json");
  return support.map(({ sentence, passage, language = "en", expected }) => {
    return { sentence, passage, language, isTrue: expected === "supported" };
  });
}

type Tell = (line: string) => void;

function judgePairs(name: string, pairs: readonly SupportPair[], tell: Tell): PairFigure {
  const wrong = { true: 0, false: 0 };
  for (const pair of pairs) {
    const faults = checkSupport(pair);
    if ((faults.length === 0) === pair.isTrue) continue;
    wrong[pair.isTrue ? "true" : "false"] += 1;
    tell(`${name}: ${pair.sentence} | ${pair.passage} | ${JSON.stringify(faults)}`);
  }
  return { pairs: pairs.length, accepted: wrong.false, refused: wrong.true };
}

/** By kind of fault, by form of what is true, and by `true` and `false`. */
function judgeDrafts(tell: Tell): Map<string, Fate> {
  const fates = new Map<string, Fate>();
  for (const each of corpusJson<readonly Draft[]>("research/drafts.json")) {
    for (const { names, isTrue, isShown, isApart, text } of fatesOf(each)) {
      for (const name of [...names, String(isTrue)]) {
        const fate = fates.get(name) ?? { all: 0, shown: 0, apart: 0 };
        fate.all += 1;
        fate.shown += Number(isShown);
        fate.apart += Number(isApart);
        fates.set(name, fate);
      }
      if (isShown !== isTrue) tell(`${each.id} ${names.join()}: ${text}`);
    }
  }
  return fates;
}

function draftFigure(fates: ReadonlyMap<string, Fate>): DraftFigure {
  const [right, wrong] = ["true", "false"].map((name) => {
    return fates.get(name) ?? { all: 0, shown: 0, apart: 0 };
  }) as [Fate, Fate];
  return {
    faults: wrong.all,
    caught: 1 - (wrong.shown + wrong.apart) / wrong.all,
    trues: right.all,
    shown: right.shown / right.all,
    apart: right.apart / right.all,
    lost: 1 - (right.shown + right.apart) / right.all,
  };
}

/** What became of each sentence of a draft. */
function fatesOf({ sources, question, draft, faults }: Draft) {
  const idOf = (id: string): string =>
    `S${sources.findIndex((source) => source.id === id) + 1 || 99}`;
  const cited = sources.map(({ id, text }) => {
    const passages = text.split(/\n\s*\n/).map((part) => ({ heading: "", text: part }));
    return { id: idOf(id), title: "", passages };
  });
  const proving = new SentenceProving(cited, [question]);
  return draft.map(({ text, cites, form = "" }, at) => {
    const citations = cites.map(({ source, quote }) => ({ source: idOf(source), quote }));
    const proven = proving.prove({ text, citations });
    const own = faults.filter((fault) => fault.at === at);
    const isTrue = own.length === 0;
    const isRight = !isTrue && own.every((fault) => isMended(proven, fault, idOf));
    const names = isTrue ? [`true ${form}`] : own.map(({ kind }) => `false ${kind}`);
    const isShown = proven.sentence !== undefined && !isRight;
    const isApart = proven.open !== undefined && proven.isNear && !isRight;
    return { names, isTrue, isShown, isApart, text };
  });
}

/** Whether a faulty sentence is right as it is shown: with another citation, or without what is wrong. */
function isMended(
  { sentence, open }: ProvenSentence,
  { may, recite = [], gone = [] }: Draft["faults"][number],
  idOf: (id: string) => string,
): boolean {
  const kept = sentence ?? open;
  if (kept === undefined) return false;
  const ids = recite.map(idOf);
  const isRecited =
    may.includes("recited") && kept.citations.every(({ source }) => ids.includes(source));
  return isRecited || (may.includes("cleaned") && !gone.some((text) => kept.text.includes(text)));
}

/** Milliseconds that half of the sentences take at most, when all have been judged before. */
function medianTime(pairs: readonly SupportPair[]): number {
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (const pair of pairs) {
      const start = performance.now();
      checkSupport(pair);
      if (round > 4) times.push(performance.now() - start);
    }
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { wrong: { type: "boolean" } } });
  const figures = namedFigures(measureSupport(values.wrong === true ? console.log : undefined));
  const tables = figureTables(figures, (_, figure) => shown(figure));
  console.log(tables.join("\n\n"));
  console.table(Object.fromEntries(judgeDrafts(() => {})));
  console.log(
    "milliseconds a sentence",
    medianTime([...given(), ...readPairs(ownPairs)]).toFixed(2),
  );
}
