// How well sentences are told that a passage says from those that it does not: pairs, and drafts of reports.
//   node --conditions=dragline-source benchmarks/quality-support.ts [--wrong]
import { parseArgs } from "node:util";
import { checkSupport, isRefusal } from "dragline/ai";
import { SentenceProving, type ProvenSentence } from "../src/citations/index.ts";
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

/** How sentences of one kind or form fared; `open` are neither shown nor refused. */
interface Fate {
  all: number;
  shown: number;
  open: number;
  /** Of those that are open, such as stand unchecked in a report where no model has an opinion. */
  near?: number;
}

const wrong: string[] = [];

function given(): SupportPair[] {
  const { support } = corpusJson<{ readonly support: readonly GivenPair[] }>("meaning/cases.json");
  return support.map(({ sentence, passage, language = "en", expected }) => {
    return { sentence, passage, language, isTrue: expected === "supported" };
  });
}

function judgePairs(name: string, pairs: readonly SupportPair[]): object {
  const fates = { true: { all: 0, shown: 0, open: 0 }, false: { all: 0, shown: 0, open: 0 } };
  for (const pair of pairs) {
    const faults = checkSupport(pair);
    const fate = fates[pair.isTrue ? "true" : "false"];
    fate.all += 1;
    if (faults.length === 0) fate.shown += 1;
    else if (!faults.some(isRefusal)) fate.open += 1;
    if ((faults.length === 0) !== pair.isTrue)
      wrong.push(`${name}: ${pair.sentence} | ${pair.passage} | ${JSON.stringify(faults)}`);
  }
  return fates;
}

function judgeDrafts(): Map<string, Fate> {
  const fates = new Map<string, Fate>();
  for (const each of corpusJson<readonly Draft[]>("research/drafts.json")) {
    for (const { names, isTrue, isShown, isOpen, isNear, text } of fatesOf(each)) {
      for (const name of [...names, String(isTrue)]) {
        const fate = fates.get(name) ?? { all: 0, shown: 0, open: 0, near: 0 };
        fate.all += 1;
        fate.shown += Number(isShown);
        fate.open += Number(isOpen);
        fate.near = (fate.near ?? 0) + Number(isOpen && isNear);
        fates.set(name, fate);
      }
      if (isShown !== isTrue) wrong.push(`${each.id} ${names.join()}: ${text}`);
    }
  }
  return fates;
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
    const [isShown, isOpen] = [proven.sentence, proven.open].map(
      (kept) => kept !== undefined && !isRight,
    ) as [boolean, boolean];
    return { names, isTrue, isShown, isOpen, isNear: proven.isNear, text };
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

const { values } = parseArgs({ options: { wrong: { type: "boolean" } } });
const [own, held] = [ownPairs, heldPairs].map(readPairs) as [SupportPair[], SupportPair[]];
for (const [name, pairs] of [
  ["given", given()],
  ["own", own],
  ["held", held],
] as const) {
  console.log(name, judgePairs(name, pairs));
}
console.table(Object.fromEntries([...judgeDrafts()].toSorted(([a], [b]) => a.localeCompare(b))));
console.log("milliseconds a sentence", medianTime([...given(), ...own]).toFixed(2));
if (values.wrong === true) for (const line of wrong) console.log(line);
