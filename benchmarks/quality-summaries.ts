// How well sentences of summaries are told that their page says from those that it does not: sentences of real
// pages in other words, with faults put into them, and drafts of reports over their sources.
//   node --conditions=dragline-source benchmarks/quality-summaries.ts [--most PAGES] [--wrong]
import { parseArgs } from "node:util";
import { extractMetadata, mainContent, parse, toText } from "dragline/html";
import { extractSummary, TextProof, type TextVerdict } from "dragline/ai";
import { corpusJson, corpusText } from "../test/corpus.ts";

type Outcome = TextVerdict["support"];
type Counts = Record<Outcome, number>;

interface GivenPage {
  readonly id: string;
  readonly text: string;
  readonly title: string;
  readonly language: string | undefined;
  readonly sentences: readonly string[];
}

/** English opposites that make a true sentence false. */
const TURNS: readonly (readonly [RegExp, string])[] = [
  [/\bmore than\b/i, "less than"],
  [/\bbefore\b/i, "after"],
  [/\bincreased\b/i, "decreased"],
  [/\brose\b/i, "fell"],
  [/\bfell\b/i, "rose"],
  [/\bfirst\b/i, "last"],
  [/\bhigher\b/i, "lower"],
  [/\blargest\b/i, "smallest"],
  [/\bbest\b/i, "worst"],
  [/\bopened\b/i, "closed"],
  [/\bwon\b/i, "lost"],
  [/\ballows\b/i, "forbids"],
  [/\bincludes\b/i, "excludes"],
  [/\bincluding\b/i, "excluding"],
  [/\bmost\b/i, "few"],
  [/\bnew\b/i, "old"],
  [/\blarge\b/i, "small"],
  [/\beasy\b/i, "difficult"],
];

/** Makes sentences of a page into such as a model may write; undefined where it cannot. */
const WORDINGS: Readonly<
  Record<string, (sentence: string, page: GivenPage) => string | undefined>
> = {
  "true: as it is": (sentence) => sentence,
  "true: led in": (sentence) => `It says that ${lower(sentence)}`,
  "true: without an aside": (sentence) => {
    const cut = sentence.replace(/\s?\([^()]*\)|, (?:which|who) [^,.]*,/, "");
    return cut === sentence ? undefined : cut;
  },
  "true: its first part": (sentence) => {
    const [first = ""] = sentence.split(/, (?:and|but|while|which|who) |; /);
    return first === sentence || first.split(" ").length < 7 ? undefined : `${first}.`;
  },
  "true: two in one": (sentence, { sentences }) => {
    const next = sentences[sentences.indexOf(sentence) + 1];
    if (next === undefined || sentence.length + next.length > 350) return undefined;
    return `${sentence.replace(/[.!?]$/, "")}, and ${lower(next)}`;
  },
  "false: number": (sentence) => {
    const changed = sentence.replace(/(?<![\d.,])[2-9]\d*(?=[^\d]|$)/, (number) =>
      String(Number(number) + 3),
    );
    return changed === sentence ? undefined : changed;
  },
  "false: negation": (sentence) => {
    const negated = sentence.replace(/\b(is|are|was|were|has|will|can)\b(?! not|n't)/, "$1 not");
    return negated === sentence || /\b(?:not?|never|only)\b/.test(sentence) ? undefined : negated;
  },
  "false: opposite": (sentence) => {
    for (const [form, instead] of TURNS) {
      if (form.test(sentence)) return sentence.replace(form, instead);
    }
    return undefined;
  },
  "false: name": (sentence, { text }) => {
    const [, name] = /(?<=\p{Ll},? )(\p{Lu}\p{Ll}{3,})/u.exec(sentence) ?? [];
    if (name === undefined) return undefined;
    const instead = name === "Margrave" ? "Oldenby" : "Margrave";
    return text.includes(instead) ? undefined : sentence.replace(name, instead);
  },
};

/** The sentences of a page in all wordings that they can have. */
function wordingsOf(page: GivenPage): { readonly name: string; readonly worded: string }[] {
  return page.sentences.flatMap((sentence) =>
    Object.entries(WORDINGS).flatMap(([name, wording]) => {
      const worded = wording(sentence, page);
      return worded === undefined ? [] : [{ name, worded }];
    }),
  );
}

function lower(sentence: string): string {
  return /^(?:The|A|An|This|These|It|They|He|She|In|On|At|For|But|And|We|You)\b/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}

function* pages(most: number): Generator<GivenPage> {
  const lines = corpusText("wcxb/truth.jsonl.gz").trim().split("\n");
  for (const line of lines.slice(0, most)) {
    const { id, url } = JSON.parse(line) as { readonly id: string; readonly url: string };
    const tree = parse(corpusText(`wcxb/html/${id}.html.gz`));
    const view = mainContent(tree, { url });
    const { title = "", language } = extractMetadata(tree, { url });
    const { sentences } = extractSummary({ view, title, language });
    yield { id, text: toText(view).slice(0, 48_000), title, language, sentences };
  }
}

/** Pages that summaries are made of. */
const MOST_PAGES = 200;

function measureSummaries(most: number, onWrong: (line: string) => void = () => {}) {
  const counts = new Map<string, Counts>();
  const times: number[] = [];
  const count = (name: string, outcome: Outcome, line: string): void => {
    const own = counts.get(name) ?? { quoted: 0, unchecked: 0, refused: 0 };
    own[outcome] += 1;
    counts.set(name, own);
    const isWrong = name.startsWith("true") ? outcome === "refused" : outcome !== "refused";
    if (isWrong) onWrong(`${name} (${outcome}): ${line}`);
  };
  for (const page of pages(most)) {
    const proof = new TextProof(page);
    for (const { name, worded } of wordingsOf(page)) {
      const start = performance.now();
      const { support, words } = proof.prove(worded);
      times.push(performance.now() - start);
      count(name, support, `${page.id} ${worded} | ${words.replaceAll("\n", " / ")}`);
    }
  }
  judgeDrafts(count);
  return { counts, milliseconds: times.toSorted((a, b) => a - b) };
}

interface Draft {
  readonly id: string;
  readonly sources: readonly { readonly text: string }[];
  readonly draft: readonly { readonly text: string; readonly form?: string }[];
  readonly faults: readonly { readonly at: number; readonly kind: string }[];
}

function judgeDrafts(count: (name: string, outcome: Outcome, line: string) => void): void {
  for (const { id, sources, draft, faults } of corpusJson<readonly Draft[]>(
    "research/drafts.json",
  )) {
    const proof = new TextProof({ text: sources.map(({ text }) => text).join("\n"), title: "" });
    for (const [at, { text }] of draft.entries()) {
      const own = faults.filter((fault) => fault.at === at);
      const { support, words } = proof.prove(text);
      const name = own.length === 0 ? "true draft" : `false draft ${own[0]?.kind}`;
      count(name, support, `${id} ${text} | ${words.replaceAll("\n", " / ")}`);
    }
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { wrong: { type: "boolean" }, most: { type: "string" } },
  });
  const tell = values.wrong === true ? console.log : undefined;
  const { counts, milliseconds } = measureSummaries(Number(values.most ?? MOST_PAGES), tell);
  console.table(Object.fromEntries(counts));
  const [half, most] = [0.5, 0.95].map(
    (share) => milliseconds[Math.floor(milliseconds.length * share)],
  );
  console.log(`milliseconds a sentence: ${half?.toFixed(1)}, of 95 %: ${most?.toFixed(1)}`);
}
