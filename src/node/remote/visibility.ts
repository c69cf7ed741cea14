import type { AiVisibilitySearch, AiVisibilitySourceResult, Client } from "../../client/index.ts";
import type { ClaimRelation } from "../../visibility/index.ts";
import { printableLine } from "../terminal/printable.ts";
import { exitCodes, paint, say, type Terminal } from "../terminal/terminal.ts";
import type { AskedRun, ToldResult } from "../visibility/asked-run.ts";
import { showAnswer, showRun, type VisibilityQuestion } from "../visibility/show-run.ts";
import type { ShownClaim, ShownComparison } from "../visibility/standing-lines.ts";
import { atService, waitForJob } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";
import { fullContent, type FullContent } from "./visibility-schema.ts";

/** What engines of a service are asked. */
interface RemoteQuestion {
  readonly question: VisibilityQuestion;
  /** Slugs; all that the service has when empty. */
  readonly engines: readonly string[];
}

/** A result of a service, with what is in its text; undefined of one that did not answer. */
interface ReadResult {
  readonly result: AiVisibilitySourceResult;
  readonly content: FullContent | undefined;
}

/** `dragline visibility --remote`: what the engines of a service say, side by side. */
export function visibilityAt(
  place: RemotePlace,
  { question, engines }: RemoteQuestion,
  terminal: Terminal,
): Promise<number> {
  return atService(place, terminal, async (client) => {
    const { query, country } = question;
    const { signal } = terminal;
    const labels = await labelsOf(client, signal);
    const begun = await client.createAiSearch({ query, country, sources: engines }, { signal });
    const asked = engines.length === 0 ? [...labels.keys()] : engines;
    const names = asked.map((slug) => labels.get(slug) ?? slug).join(", ");
    say(terminal, paint(terminal, "dim", `asking ${printableLine(names, 200)}`));
    const call = "createAiSearch";
    const progress = (job: object): string => progressText(job, asked.length);
    const work = { call, id: begun.id, noun: "search", progress } as const;
    const search = await waitForJob(client, work, terminal);
    return await show(search, { question, labels }, terminal);
  });
}

/** What people call the engines, by their slugs. */
async function labelsOf(client: Client, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const sources = await client.listAiSources(undefined, { signal });
  return new Map(sources.map(({ slug, label }) => [slug, label]));
}

function progressText({ results = [] }: Partial<AiVisibilitySearch>, asked: number): string {
  return `${results.length} of ${asked} engines have answered`;
}

async function show(
  search: AiVisibilitySearch,
  {
    question,
    labels,
  }: { readonly question: VisibilityQuestion; readonly labels: ReadonlyMap<string, string> },
  terminal: Terminal,
): Promise<number> {
  const read = search.results.map((result) => ({ result, content: contentOf(result) }));
  const results = read.map((each) => toldResult(each, labels));
  const run: AskedRun = { at: Date.parse(search.created_at), results };
  if (!question.json) for (const each of results) await showAnswer(each, question, terminal);
  const comparison = comparisonOf(read);
  for (const note of comparison?.notes ?? []) sayNote(note, terminal);
  const synthesis = question.wantsSynthesis ? search.synthesis : undefined;
  if (question.wantsSynthesis && synthesis === undefined) {
    sayNote("the service wrote no synthesis", terminal);
  }
  await showRun(
    { run, comparison, synthesis, before: undefined, change: undefined },
    question,
    terminal,
  );
  if (results.some(({ answer }) => answer !== undefined)) return exitCodes.ok;
  say(terminal, `${paint(terminal, "red", "dragline:")} no engine answered`);
  return exitCodes.failed;
}

function sayNote(text: string, terminal: Terminal): void {
  say(terminal, `${paint(terminal, "yellow", "note:")} ${printableLine(text, 400)}`);
}

/** @throws Error for a text that is no answer */
function contentOf({ status, source, full_content: text }: AiVisibilitySourceResult) {
  if (status !== "completed") return undefined;
  try {
    return fullContent.parse(JSON.parse(text));
  } catch (cause) {
    const name = printableLine(source, 60);
    throw new Error(`the service's answer of ${name} cannot be read`, { cause });
  }
}

function toldResult(
  { result, content }: ReadResult,
  labels: ReadonlyMap<string, string>,
): ToldResult {
  const { source, status, latency_ms: latencyMs, summary, error } = result;
  const told = { source, label: labels.get(source) ?? source, status, latencyMs };
  if (content === undefined) return { ...told, ...(error !== undefined && { error }) };
  const { content: text, sources, model, is_refusal: isRefusal } = content;
  const cited = sources.map(({ url, title, date, is_redirect: isRedirect }) => {
    const more = { ...(date !== undefined && { date }), ...(isRedirect && { isRedirect }) };
    return { url, title, ...more };
  });
  return { ...told, answer: { summary, content: text, sources: cited, model, isRefusal } };
}

/** What the answers say of each other; undefined where none was compared. */
function comparisonOf(read: readonly ReadResult[]): ShownComparison | undefined {
  const claims: ShownClaim[] = [];
  const relations: ClaimRelation[] = [];
  const verdicts: Record<string, "consensus" | "outlier" | null> = {};
  const notes = new Set<string>();
  for (const { result, content } of read) {
    if (content === undefined || content.comparison === null) continue;
    const { source, verdict } = result;
    verdicts[source] = verdict;
    for (const note of content.comparison.notes) notes.add(note);
    for (const { text, evidence, is_central: isCentral, others } of content.comparison.claims) {
      const claim = claims.push({ source, text, evidence, isCentral }) - 1;
      for (const { evidence: said, ...other } of others) {
        relations.push({ ...other, claim, ...(said !== undefined && { evidence: said }) });
      }
    }
  }
  if (Object.keys(verdicts).length === 0) return undefined;
  return { verdicts, claims, relations, notes: [...notes] };
}
