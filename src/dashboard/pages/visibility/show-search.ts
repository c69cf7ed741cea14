import type {
  AiVisibilitySearch,
  AiVisibilitySourceResult,
  Client,
} from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, duration, factList, folded, outside, table, time } from "../../layout/pieces.ts";
import { renderMarkdown } from "../../layout/render-markdown.ts";
import { tabs, type Tab } from "../../layout/tabs.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { View, Visit } from "../../page.ts";
import { claimMatrix } from "./claim-matrix.ts";
import { readAnswer, type AnswerRead } from "./read-answer.ts";

/** The most of an answer that a page shows. */
const MOST_CHARACTERS = 100_000;
/** Pages that an answer cites. */
const MOST_CITED = 100;

/** A question with the answers of all engines. */
export async function showSearch(visit: Visit): Promise<View> {
  const { api, params, signal } = visit;
  const { id = "" } = params;
  const [search, sources, asked] = await Promise.all([
    api.getAiSearch({ id }, { signal }),
    api.listAiSources(undefined, { signal }),
    askedAgain(api, id, signal),
  ]);
  const labels = new Map(sources.map(({ slug, label }) => [slug, label]));
  const label = (slug: string): string => labels.get(slug) ?? slug;
  const answers = search.results
    .map(readAnswer)
    .filter((answer): answer is AnswerRead => answer !== undefined);
  const isRunning = search.status === "running" || asked.length > 0;
  const notes = [...new Set(answers.flatMap((answer) => answer.notes))];
  const body = markup`<div class="card"${isRunning && markup` data-refresh`}>${factsOf(search)}</div>
${tabs([
  {
    name: "Claims",
    body: markup`${claimMatrix(answers, label)}${notes.length > 0 && markup`<ul class="lines card">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`}`,
  },
  ...synthesisTab(search),
  { name: "Engines", body: engines(visit, { search, asked }, label) },
  ...answers.map((answer) => answerTab(answer, label)),
])}`;
  return { title: search.query, body };
}

/** Asking again that is under way, of all questions of the account: so many at most. */
const MOST_ASKED = 200;

/** What the jobs are called that ask the engines of a question again: `engine: question`. */
async function askedAgain(api: Client, id: string, signal: AbortSignal): Promise<string[]> {
  const open = { jobType: "ai_search_retry", status: "pending,queued,processing" };
  const { jobs } = await api.listJobs({ ...open, limit: MOST_ASKED }, { signal });
  const own = jobs.filter(({ resultUrl }) => resultUrl.endsWith(`/${id}`));
  return own.map(({ title }) => title);
}

function factsOf(search: AiVisibilitySearch): Markup {
  return factList([
    ["State", badge(search.status)],
    ["Country", search.country],
    ["Asked", time(search.created_at)],
    ["Ended", time(search.completed_at)],
    ["Credits", search.credits_used],
  ]);
}

function synthesisTab({ synthesis }: AiVisibilitySearch): Tab[] {
  if (synthesis === undefined) return [];
  return [
    {
      name: "In short",
      body: folded(synthesis, markup`<div class="rendered">${renderMarkdown(synthesis)}</div>`),
    },
  ];
}

/** What the table of engines shows. */
interface EngineOrder {
  readonly search: AiVisibilitySearch;
  /** As {@link askedAgain} gives it. */
  readonly asked: readonly string[];
}

function engines(
  { base, signedIn }: Visit,
  { search: { id, status, results }, asked }: EngineOrder,
  label: (slug: string) => string,
): Markup {
  const isAsked = (source: string): boolean =>
    asked.some((title) => title.startsWith(`${source}: `));
  return table<AiVisibilitySourceResult>({
    caption: "Engines",
    rows: results,
    empty: "No engine has answered yet.",
    columns: [
      { name: "Engine", show: ({ source }) => label(source) },
      {
        name: "State",
        show: ({ source, status: state }) =>
          isAsked(source) ? markup`${badge(state)} ${badge("asked again")}` : badge(state),
      },
      {
        name: "Verdict",
        show: ({ verdict }) =>
          verdict !== null &&
          markup`<span class="badge ${verdict === "consensus" ? "good" : "wait"}">${verdict}</span>`,
      },
      { name: "Says", show: ({ summary, error }) => error ?? summary.slice(0, 300) },
      { name: "Took", isNumber: true, show: ({ latency_ms: ms }) => duration(ms) },
      { name: "Credits", isNumber: true, show: ({ credits_used: used }) => used },
      {
        name: "",
        show: ({ source }) =>
          status !== "running" &&
          !isAsked(source) &&
          markup`<form method="post" action="${base}/visibility/${encodeURIComponent(id)}/retry">${csrfField(signedIn)}<input type="hidden" name="source" value="${source}"><button class="small" aria-label="Ask ${label(source)} again">Ask again</button></form>`,
      },
    ],
  });
}

function answerTab(
  { source, content, model, isRefusal, cited }: AnswerRead,
  label: (slug: string) => string,
): Tab {
  const text = content.slice(0, MOST_CHARACTERS).toWellFormed();
  const body = markup`<p class="quiet">${model}${isRefusal && " · it refuses to answer"}${content.length > text.length && " · only the beginning is shown"}</p>
${folded(text, markup`<div class="rendered">${renderMarkdown(text)}</div>`)}${citedList(cited)}`;
  return { name: label(source), body };
}

function citedList(cited: AnswerRead["cited"]): Fill {
  if (cited.length === 0) return markup`<p class="quiet">It cites no page.</p>`;
  const left = cited.length - MOST_CITED;
  const items = cited
    .slice(0, MOST_CITED)
    .map(
      ({ url, title }) =>
        markup`<li>${outside(url, title === "" ? url : title)} <span class="quiet">${url}</span></li>`,
    );
  return markup`<h3>Cites</h3><ul class="lines card">${items}</ul>${left > 0 && markup`<p class="quiet">${left} more pages are in the API's answer.</p>`}`;
}
