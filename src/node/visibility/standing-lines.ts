import type { Claim, ClaimRelation, Comparison } from "../../visibility/index.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Paint } from "../terminal/terminal.ts";
import { padText, textWidth, wrapText } from "../terminal/wrap-text.ts";
import type { AskedRun, ToldResult } from "./asked-run.ts";
import type { BlockStyle } from "./answer-block.ts";

/** What is shown of a claim. */
export type ShownClaim = Omit<Claim, "support">;

/** What is shown of a comparison; a service tells no more of its own. */
export type ShownComparison = Pick<Comparison, "verdicts" | "relations" | "notes"> & {
  readonly claims: readonly ShownClaim[];
};

/** Claims that are shown. */
const MOST_CLAIMS = 12;

const signs = { says: "●", agree: "+", contradict: "x", silent: "·" } as const;

type Sign = (typeof signs)[keyof typeof signs];

/** The letter that stands for each engine in the tables. */
export function lettersOf({ results }: AskedRun): ReadonlyMap<string, string> {
  return new Map(results.map(({ source }, index) => [source, String.fromCharCode(65 + index)]));
}

/** Each engine with its letter, and where it stands. */
export function standingLines(
  run: AskedRun,
  comparison: ShownComparison | undefined,
  { paint }: BlockStyle,
): string[] {
  const letters = lettersOf(run);
  const widest = Math.max(...run.results.map(({ label }) => textWidth(label)));
  return run.results.map((result) => {
    const letter = letters.get(result.source) ?? "";
    const name = padText(printableLine(result.label, 60), widest);
    return `  ${paint("bold", letter)} ${name}  ${stateText(result, comparison, paint)}`;
  });
}

function stateText(
  { source, status, answer }: ToldResult,
  comparison: ShownComparison | undefined,
  paint: Paint,
): string {
  if (answer === undefined) return paint("red", status === "timed_out" ? "timed out" : "failed");
  if (answer.isRefusal) return paint("yellow", "refused");
  const verdict = comparison?.verdicts[source];
  if (verdict === "consensus") return paint("green", "consensus");
  if (verdict === "outlier") return paint("yellow", "outlier: no other engine agrees");
  return comparison === undefined ? "answered" : "answered, no verdict";
}

/** The matrix: each claim with how every engine stands to it, and the words that contradict it. */
export function matrixLines(
  run: AskedRun,
  { claims, relations }: ShownComparison,
  { paint, width }: BlockStyle,
): string[] {
  if (claims.length === 0) return [];
  const sources = run.results
    .map(({ source }) => source)
    .filter((source) => claims.some((claim) => claim.source === source) || isIn(relations, source));
  const letters = lettersOf(run);
  const rows = unlike(claims.map((claim, index) => rowOf(claim, index, { sources, relations })));
  const shown = rows.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST_CLAIMS);
  const head = `  ${sources.map((source) => letters.get(source)).join(" ")}  `;
  const hang = " ".repeat(head.length);
  const lines = shown.flatMap(({ claim, cells, against }) => {
    const [first = "", ...rest] = wrapText(printableLine(claim.text, 400), width - head.length);
    const marks = cells.map((sign) => painted(sign, paint)).join(" ");
    const contrary = against.flatMap(({ source, evidence = "" }) => {
      const said = `${letters.get(source)}: “${printableLine(evidence, 300)}”`;
      return wrapText(said, width - head.length).map((line) => hang + paint("dim", line));
    });
    return [`  ${marks}  ${first}`, ...rest.map((line) => hang + line), ...contrary];
  });
  const left = [
    ...(claims.length > rows.length ? [`${claims.length - rows.length} repeated`] : []),
    ...(rows.length > shown.length ? [`${rows.length - shown.length} more`] : []),
  ];
  const more = left.length === 0 ? [] : [paint("dim", `  … ${left.join(", ")}: --json`)];
  const legend = `${signs.says} says it, ${signs.agree} agrees, ${signs.contradict} contradicts, ${signs.silent} says nothing`;
  return [`${head}${paint("dim", legend)}`, ...lines, ...more];
}

interface Row {
  readonly claim: ShownClaim;
  readonly cells: readonly Sign[];
  readonly against: readonly ClaimRelation[];
  /** The sentences that say it, by whom. */
  readonly said: readonly string[];
}

function isIn(relations: readonly ClaimRelation[], source: string): boolean {
  return relations.some((relation) => relation.source === source);
}

function rowOf(
  claim: ShownClaim,
  index: number,
  {
    sources,
    relations,
  }: { readonly sources: readonly string[]; readonly relations: readonly ClaimRelation[] },
): Row {
  const own = relations.filter((relation) => relation.claim === index);
  const cells = sources.map((source): Sign => {
    if (source === claim.source) return signs.says;
    return signs[own.find((relation) => relation.source === source)?.relation ?? "silent"];
  });
  const said = own.filter(({ relation }) => relation === "agree").map(sentenceOf);
  const against = own.filter(({ relation }) => relation === "contradict");
  return { claim, cells, against, said: [...said, sentenceOf(claim)] };
}

function sentenceOf({
  source,
  evidence = "",
}: {
  readonly source: string;
  readonly evidence?: string;
}) {
  return `${source}\n${evidence}`;
}

/** Without claims that an earlier one repeats: said by the same sentences, against the same engines. */
function unlike(rows: readonly Row[]): readonly Row[] {
  const kept: Row[] = [];
  for (const row of rows) if (!kept.some((other) => isAlike(row, other))) kept.push(row);
  return kept;
}

function isAlike(one: Row, two: Row): boolean {
  if (one.claim.source === two.claim.source) return false;
  const standing = ({ cells }: Row): string => cells.join("").replaceAll(signs.says, signs.agree);
  return (
    standing(one) === standing(two) &&
    two.said.includes(sentenceOf(one.claim)) &&
    one.said.includes(sentenceOf(two.claim))
  );
}

/** Claims that answer the question first, among them those that most engines make. */
function rank({ claim, cells }: Row): number {
  const makers = cells.filter((sign) => sign === signs.says || sign === signs.agree).length;
  return (claim.isCentral ? cells.length : 0) + makers;
}

function painted(sign: Sign, paint: Paint): string {
  if (sign === signs.contradict) return paint("red", sign);
  return sign === signs.silent ? paint("dim", sign) : paint("green", sign);
}
