import { csrfField } from "../layout/layout.ts";
import { factList, badge, duration, options } from "../layout/pieces.ts";
import { tabs } from "../layout/tabs.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import type { Page, View, Visit } from "../page.ts";
import { codeSamples } from "./code-samples.ts";
import { documentView } from "./document-view.ts";
import { isClientError, type ScrapeJob, type ScrapeRequest } from "../../client/index.ts";
import { troubleText } from "../layout/trouble.ts";

/** Tries a scrape: what is asked, the same as code, what came. */
export const playgroundPages: readonly Page[] = [
  { method: "GET", path: "/playground", run: (visit) => shown(visit, visit.query, undefined) },
  { method: "POST", path: "/playground", run: tried },
];

const formats = [
  ["markdown", "markdown"],
  ["html", "HTML"],
  ["cleanedHtml", "cleaned HTML"],
  ["links", "links"],
  ["images", "images"],
  ["summary", "summary"],
  ["screenshot", "screenshot"],
  ["screenshotFullPage", "screenshot of the whole page"],
  ["json", "JSON by a schema"],
] as const;

type Format = (typeof formats)[number][0];

/** What a visitor asks for. @throws RangeError for JSON that is none */
function requestOf(form: URLSearchParams): ScrapeRequest {
  const known = new Set<string>(formats.map(([name]) => name));
  const asked = form.getAll("format").filter((name): name is Format => known.has(name));
  const filled = (name: string): string | undefined => form.get(name)?.trim() || undefined;
  const outputSchema = jsonIn("schema: The schema", filled("schema"));
  const actions = jsonIn("actions: The list of actions", filled("actions"));
  return {
    url: filled("url") ?? "",
    formats: asked,
    ...(filled("country") !== undefined && { country: filled("country") }),
    ...(form.has("useBrowser") && { useBrowser: true }),
    ...(form.has("forceFresh") && { forceFresh: true }),
    ...(outputSchema !== undefined && {
      outputSchema: outputSchema as Record<string, unknown>,
      evidence: true,
    }),
    ...(Array.isArray(actions) && { actions: actions as unknown[] }),
  };
}

function jsonIn(what: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new RangeError(`${what} is no valid JSON: ${(error as Error).message}`);
  }
}

async function tried(visit: Visit): Promise<View> {
  const { api, form, base, signal } = visit;
  try {
    const job = await api.scrape(requestOf(form), { signal });
    return shown(visit, form, resultOf(job, base));
  } catch (error) {
    if (!isClientError(error) && !(error instanceof RangeError)) throw error;
    return shown(visit, form, troubleText(error));
  }
}

function resultOf(job: ScrapeJob, base: string): Markup {
  const facts = factList([
    ["State", badge(job.status)],
    ["Failed because", job.error],
    ["Took", job.cached ? "served from the cache" : duration(job.durationMs)],
    ["Credits", job.creditsUsed],
    ["Job", markup`<a href="${base}/jobs/${encodeURIComponent(job.id)}">${job.id}</a>`],
  ]);
  return markup`<div class="card">${facts}</div>${documentView(job, { base, job })}`;
}

function shown({ base, signedIn, apiUrl }: Visit, form: URLSearchParams, result: Fill): View {
  const chosen = new Set(form.getAll("format"));
  if (chosen.size === 0) chosen.add("markdown");
  const boxes = formats.map(
    ([value, name]) =>
      markup`<label class="check"><input type="checkbox" name="format" value="${value}"${chosen.has(value) && markup` checked`}> ${name}</label>`,
  );
  const check = (name: string, label: string): Markup =>
    markup`<label class="check"><input type="checkbox" name="${name}"${form.has(name) && markup` checked`}> ${label}</label>`;
  const asked = markup`<form method="post" action="${base}/playground" class="fields" data-playground>
${csrfField(signedIn)}
<div><label for="url">URL</label><input id="url" name="url" type="url" required maxlength="2048" placeholder="https://example.com/" value="${form.get("url")}"></div>
<fieldset><legend>What you want of it</legend>${boxes}</fieldset>
<details${(form.has("schema") && form.get("schema") !== "" && markup` open`) || undefined}><summary>JSON Schema</summary><label for="schema">What to extract; chooses “JSON by a schema”</label><textarea id="schema" name="schema" data-field="outputSchema" spellcheck="false" placeholder='{"type":"object","properties":{"price":{"type":"number"}}}'>${form.get("schema")}</textarea></details>
<details><summary>Browser, actions, country</summary>
<p>${check("useBrowser", "in a browser")} ${check("forceFresh", "anew, not from the cache")}</p>
<label for="actions">Browser actions, as a JSON array</label><textarea id="actions" name="actions" spellcheck="false" placeholder='[{"type":"click","selector":"#more"}]'>${form.get("actions")}</textarea>
<label for="country">Country of the proxy</label><select id="country" name="country">${options(countries, form.get("country") ?? "")}</select>
</details>
<button class="main">Scrape</button>
</form>`;
  const code = markup`<section class="card"><h2>The same as code</h2>${tabs(codeSamples(safeRequest(form), apiUrl))}</section>`;
  const right = result ?? markup`<div class="empty"><p>What the page holds shows here.</p></div>`;
  const body = markup`<div class="halves"><div><div class="card">${asked}</div>${code}</div><section aria-live="polite" data-result>${right}</section></div>`;
  return { title: "Playground", body };
}

/** What the samples show; the address of a page that exists where none is given. */
function safeRequest(form: URLSearchParams): object {
  try {
    const { url, ...rest } = requestOf(form);
    const { formats: asked = [] } = rest;
    return {
      url: url === "" ? "https://example.com/" : url,
      ...rest,
      formats: asked === null || asked.length === 0 ? ["markdown"] : asked,
    };
  } catch {
    return { url: form.get("url") ?? "", formats: ["markdown"] };
  }
}

const countries = [
  ["", "the default"],
  ["us", "United States"],
  ["gb", "United Kingdom"],
  ["de", "Germany"],
  ["fr", "France"],
  ["nl", "Netherlands"],
  ["jp", "Japan"],
  ["in", "India"],
  ["br", "Brazil"],
  ["au", "Australia"],
] as const;
