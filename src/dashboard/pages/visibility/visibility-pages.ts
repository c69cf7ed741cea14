import {
  isClientError,
  type AiVisibilitySearches,
  type AiVisibilitySourceResult,
  type AiVisibilitySources,
} from "../../../client/index.ts";
import { deadline, type Deadline } from "../../../core/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { badge, table, time } from "../../layout/pieces.ts";
import { troubleText } from "../../layout/trouble.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Move, Outcome, Page, View, Visit } from "../../page.ts";
import { filled } from "../filled.ts";
import { showSearch } from "./show-search.ts";

/** What answer engines say to one question. */
export const visibilityPages: readonly Page[] = [
  { method: "GET", path: "/visibility", run: (visit) => list(visit) },
  { method: "POST", path: "/visibility", run: ask },
  { method: "GET", path: "/visibility/{id}", run: showSearch },
  { method: "POST", path: "/visibility/{id}/retry", run: retry },
];

type Listed = AiVisibilitySearches["searches"][number];

async function list(visit: Visit, above?: Fill): Promise<View> {
  const { api, base, signal } = visit;
  const [sources, { searches }] = await Promise.all([
    api.listAiSources(undefined, { signal }),
    api.listAiSearches(undefined, { signal }),
  ]);
  const rows = table<Listed>({
    caption: "Questions",
    rows: searches,
    empty: "",
    columns: [
      {
        name: "Question",
        look: "title",
        show: ({ id, query }) =>
          markup`<a href="${base}/visibility/${encodeURIComponent(id)}">${query}</a>`,
      },
      { name: "State", look: "state", show: ({ status }) => badge(status) },
      {
        name: "Engines",
        show: ({ sources: asked }) =>
          asked.map(({ source, status }) => markup`${source} ${badge(status)} `),
      },
      { name: "Asked", show: ({ created_at: at }) => time(at) },
      { name: "Credits", isNumber: true, show: ({ credits_used: used }) => used },
    ],
  });
  const newest = searches.length >= 20 && markup`<p class="quiet">The newest 20.</p>`;
  const asked = searches.length > 0 && markup`<h2>Questions</h2>${rows}${newest}`;
  const first =
    searches.length === 0 &&
    sources.length > 0 &&
    markup`<p>No question yet. Ask one: the answers of the engines stand beside each other, with what they agree on and whom they cite. Each engine that answers costs a credit.</p>`;
  const body = markup`${above}${first}${askForm(visit, sources)}${asked}`;
  return { title: "Visibility", body };
}

function askForm({ base, signedIn, form }: Visit, sources: AiVisibilitySources): Markup {
  const isOff = sources.length === 0;
  const none =
    isOff &&
    markup`<p class="notice wait">No question can be asked: this service has no answer engines. Its host gives it keys of their vendors, such as <code>DRAGLINE_OPENAI_KEY</code>.</p>`;
  const chosen = new Set(form.getAll("source"));
  const boxes = sources.map(
    ({ slug, label }) =>
      markup`<label class="check"><input type="checkbox" name="source" value="${slug}"${(chosen.size === 0 || chosen.has(slug)) && markup` checked`}> ${label}</label>`,
  );
  const off = isOff && markup` disabled`;
  return markup`${none}<form class="fields card" method="post" action="${base}/visibility">${csrfField(signedIn)}
<label>Question <input name="query"${off} required maxlength="2000" placeholder="Which running shoes are best for beginners?" value="${form.get("query")}"></label>
${!isOff && markup`<fieldset><legend>Engines</legend>${boxes}</fieldset>`}
<div class="row"><label>Asked from the country <input name="country"${off} pattern="[A-Za-z]{2}" maxlength="2" value="${form.get("country") ?? "us"}"></label><button class="main"${off}>Ask</button></div></form>`;
}

async function ask(visit: Visit): Promise<Outcome> {
  const { api, form, signal } = visit;
  const asked = {
    query: form.get("query") ?? "",
    sources: form.getAll("source"),
    country: filled(form, "country"),
  };
  try {
    const { id } = await api.createAiSearch(asked, { signal });
    return { to: `/visibility/${encodeURIComponent(id)}` };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return await list(visit, troubleText(error));
  }
}

/** Milliseconds for which a page waits for an engine that is asked again: most take longer. */
const BEGIN_WITHIN = 2000;

/** Asks an engine again; the asking goes on when the page does not wait for it any more. */
async function retry({ api, params, form, clock, signal }: Visit): Promise<Move> {
  const { id = "" } = params;
  const asked = { id, source: form.get("source") ?? "" };
  using limit = deadline(clock, BEGIN_WITHIN, signal);
  const said = await saidOf(api.retryAiSearchSource(asked, { signal: limit.signal }), limit);
  return { to: `/visibility/${encodeURIComponent(id)}`, said };
}

async function saidOf(asking: Promise<AiVisibilitySourceResult>, limit: Deadline): Promise<string> {
  try {
    const { source, status } = await asking;
    return status === "completed"
      ? `${source} has answered.`
      : `${source} gave no answer this time either.`;
  } catch (error) {
    if (!limit.expired) throw error;
    return "The engine is being asked again; its answer will stand here.";
  }
}
