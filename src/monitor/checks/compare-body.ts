import type { Call } from "../../storage/index.ts";
import type { Body, ContentMaker } from "../content/content.ts";
import type { BodyStore } from "../store/body-store.ts";
import { onePage, type Baseline, type FindingOutcome } from "./finding.ts";
import { hashOf } from "./hashes.ts";
import { judgeBody, type BodyJudgement } from "./judge-body.ts";
import { lookFailure, type Look, type LookFailure } from "./look.ts";
import type { Watched } from "./looker-parts.ts";

const GONE =
  "What the page is compared with is gone from where bodies are kept: nothing was compared, and later checks compare with the page as it is now.";

/** What comparing works with. */
export interface CompareParts {
  readonly contentMaker: ContentMaker;
  readonly bodies: BodyStore;
}

/** A look, what it is compared with, and whose it is. */
export interface Comparison<Kind extends Look["kind"]> {
  readonly watched: Watched;
  readonly look: Extract<Look, { readonly kind: Kind }>;
  readonly baseline: Baseline;
}

/** The hashes of a body, and its texts by hash. */
export function hashedBody({ body, compared }: Body): HashedBody {
  const bodyHash = hashOf(body);
  if (compared === body)
    return { bodyHash, comparedHash: null, texts: new Map([[bodyHash, body]]) };
  const comparedHash = hashOf(compared);
  const texts = new Map([
    [bodyHash, body],
    [comparedHash, compared],
  ]);
  return { bodyHash, comparedHash, texts };
}

/** A body by its hashes. */
export interface HashedBody {
  readonly bodyHash: string;
  /** Of what is compared, where it is not the body. */
  readonly comparedHash: string | null;
  readonly texts: ReadonlyMap<string, string>;
}

/** Compares a page's body with the baseline. */
export async function compareBody(
  parts: CompareParts,
  { watched, look, baseline }: Comparison<"body">,
  signal: AbortSignal,
): Promise<FindingOutcome> {
  const { body, finalUrl } = look;
  const { texts, ...hashes } = hashedBody(body);
  const judgement =
    baseline === undefined
      ? unmoved(!body.isBlocked)
      : await judgeBeside(parts, { watched, look, baseline }, signal);
  if (judgement.status === "failed") return judgement;
  const { counts, moves, stats } = judgement;
  const places = { beforeSnapshotId: baseline?.id ?? "", afterSnapshotId: "" };
  const change = counts
    ? ({ diff: { type: "content", ...places, stats }, summary: null } as const)
    : undefined;
  return {
    status: "found",
    snapshot: { contentHash: hashes.bodyHash, ...hashes, extractedData: null, pages: 1 },
    texts,
    movesBaseline: moves,
    finalUrl,
    change,
    counts: onePage(counts),
    uncompared: judgement.isGone ? GONE : undefined,
    operations: [],
  };
}

async function judgeBeside(
  { contentMaker, bodies }: CompareParts,
  { watched, look, baseline }: Comparison<"body">,
  signal: AbortSignal,
): Promise<BodyJudgement | LookFailure> {
  const { row, definition } = watched;
  const call: Call = { signal };
  const hash = baseline?.comparedHash ?? baseline?.bodyHash ?? "";
  // The same text needs not be read to be compared.
  const isSame = hash === hashOf(look.body.compared);
  const before = isSame ? look.body.compared : (await bodies.read(row.id, hash, call))?.text;
  if (before === undefined) return beyondCompare(look.body);
  if (isJson(before) !== isJson(look.body.compared)) {
    const [was, is] = isJson(before) ? ["JSON", "HTML"] : ["HTML", "JSON"];
    return lookFailure("TYPE_CHANGED", `The page is ${is} where it was ${was}.`);
  }
  const pair = { before, after: look.body, filters: definition.filters };
  return judgeBody(contentMaker, pair, signal);
}

/** Whether a body was made of a JSON document. */
function isJson(compared: string): boolean {
  return /^(?:```json\n|<pre><code class="language-json">)/.test(compared);
}

/** What a body comes to when that which it is compared with is gone: the next ones have it instead. */
export function beyondCompare({ isBlocked }: Body): BodyJudgement {
  return { ...unmoved(!isBlocked), isGone: !isBlocked };
}

function unmoved(moves: boolean): BodyJudgement {
  return { status: "judged", counts: false, moves, stats: { adds: 0, dels: 0 }, isGone: false };
}
