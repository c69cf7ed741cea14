import { SearchError } from "dragline/search";
import { recordAiTasks } from "./record-ai-tasks.ts";
import { recordAiVisibility } from "./record-ai-visibility.ts";
import { recordBrowsers } from "./record-browsers.ts";
import { recordMonitors } from "./record-monitors.ts";
import { recordBuilds } from "./record-builds.ts";
import { recordWire } from "./record-wire.ts";
import { recordIdentitySources } from "./record-identity-sources.ts";
import type { Answer, User, World } from "../transports/index.ts";
import type { Call, Caller, Recorded } from "./recorded.ts";

/** Calls every operation of the interface, in every state that an answer shows. */
export async function recordAnswers(world: World): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  const call = async (as: User, row: string, more: Call = {}): Promise<Answer> => {
    const [method = "", path = ""] = row.split(" ");
    const filled = path.replace(/\{\w+\}/, more.id ?? "").replace(/\{\w+\}/, more.part ?? "");
    const answer = await as.send({ method, path: filled + (more.query ?? ""), json: more.json });
    recorded.push({ method, path, answer });
    return answer;
  };
  await recordJobs(world, call);
  await recordSearches(world, call);
  await recordRecipes(world, call);
  await recordLists(world, call);
  await recordAiTasks(world, call);
  await recordAiVisibility(world, call);
  await recordWebhooks(world, call);
  await recordMonitors(world, call);
  await recordBrowsers(world, call);
  await recordWire(world, call);
  await recordBuilds(world, call);
  await recordIdentitySources(world, call);
  await recordRefusals(world, call);
  for (const row of ["GET /credits", "GET /health", "GET /openapi.json"]) {
    await call(world.alice, row);
  }
  return recorded;
}

/** The pages of a crawl, one by one. */
async function recordPages({ alice }: World, call: Caller, id: string): Promise<void> {
  await call(alice, "GET /crawl/{id}/pages", { id });
  await call(alice, "GET /crawl/{id}/pages", { id, query: "?limit=0" });
  for (const part of ["0", "x"]) await call(alice, "GET /crawl/{id}/pages/{place}", { id, part });
}

async function recordJobs(world: World, call: Caller): Promise<void> {
  const { alice, gate } = world;
  const page = (path: string): string => world.page(path);
  const texts = "markdown html cleanedHtml links images summary json".split(" ");
  const everything = [...texts, "screenshot", "screenshotFullPage"];
  const feed = { scraper_code: "structured_data", scraper_scope: "GLOBAL", scraper_params: {} };
  const bodies: readonly (readonly [string, object])[] = [
    ["/url-scraper", { url: page("/article"), formats: everything }],
    ["/url-scraper", { url: page("/gone") }],
    ["/map", { url: page("/"), includeExternalLinks: true }],
    ["/map", { url: page("/gone") }],
    ["/crawl", { url: page("/half") }],
    ["/crawl", { url: page("/gone") }],
    ["/web-scraper", { url: page("/article"), ...feed }],
  ];
  for (const [path, json] of bodies) {
    const { jobId: id } = (await call(alice, `POST ${path}`, { json })).json;
    await alice.settled(`${path}/${id}`);
    await call(alice, `GET ${path}/{id}`, { id });
    await call(alice, "GET /request/{jobId}", { id });
    if (path === "/crawl") await recordPages(world, call, id);
  }
  gate.close();
  const slow = { url: page("/slow") };
  const { jobId: held } = (await call(alice, "POST /url-scraper", { json: slow })).json;
  await gate.reached();
  await call(alice, "GET /url-scraper/{id}", { id: held });
  await call(alice, "GET /url-scraper/{id}/screenshot", { id: held });
  gate.open();
  const urls = [page("/one"), page("/gone")];
  const { jobId: batch } = (await call(alice, "POST /url-scraper/batch", { json: { urls } })).json;
  await alice.settled(`/url-scraper/${batch}`);
  await call(alice, "GET /url-scraper/{id}", { id: batch });
  await call(alice, "POST /url-scraper/scrape", { json: { url: page("/one") } });
  await call(alice, "POST /request", { json: { job_type: "map", url: page("/one") } });
}

/** Searches, and researches in every state. */
async function recordSearches(world: World, call: Caller): Promise<void> {
  const { alice, search, gate } = world;
  const found = (path: string) => ({ url: world.page(path), title: "", snippet: "Harbour" });
  search.results = [
    { ...found("/one"), date: "2026-03-01", lastUpdated: "2026-03-04" },
    found("/two"),
  ];
  const json = { prompt: "When does the harbour open?" };
  const { id } = (await call(alice, "POST /search", { json })).json;
  await call(alice, "GET /request/{jobId}", { id });
  await call(alice, "POST /request", { json: { job_type: "search", ...json } });
  await call(alice, "POST /search", { json: { query: "harbour" } });
  const schema = { type: "object", properties: { opens: { type: "string" } } };
  const asked = { ...json, useBrowser: false, schema };
  const { jobId } = (await call(alice, "POST /agentic-search", { json: asked })).json;
  await alice.settled(`/agentic-search/${jobId}`);
  await call(alice, "GET /agentic-search/{id}", { id: jobId });
  await call(alice, "GET /request/{jobId}", { id: jobId });
  search.results = [found("/slow")];
  gate.close();
  const held = await call(alice, "POST /request", {
    json: { job_type: "agentic_search", ...json },
  });
  await gate.reached();
  await call(alice, "GET /agentic-search/{id}", { id: held.json.jobId });
  gate.open();
  search.failure = new SearchError("PROVIDER_REJECTED", { message: "refused", details: {} });
  await call(alice, "POST /search", { json });
  const failed = (await call(alice, "POST /agentic-search", { json })).json.jobId;
  await alice.settled(`/agentic-search/${failed}`);
  await call(alice, "GET /agentic-search/{id}", { id: failed });
  search.failure = undefined;
}

/** A scrape whose values the model gave leaves a recipe behind. */
async function recordRecipes(world: World, call: Caller): Promise<void> {
  const { alice } = world;
  const outputSchema = { type: "object", properties: { opens: { type: "string" } } };
  const json = { url: world.page("/article"), outputSchema };
  const { jobId } = (await call(alice, "POST /url-scraper", { json })).json;
  await alice.settled(`/url-scraper/${jobId}`);
  await call(alice, "GET /url-scraper/{id}", { id: jobId });
  const recipes = (await call(alice, "GET /recipes")).json["recipes"] as readonly Listed[];
  const id = recipes[0]?.id ?? "none";
  await call(alice, "GET /recipes/{id}", { id });
  await call(alice, "DELETE /recipes/{id}", { id });
  await call(alice, "GET /recipes/{id}", { id });
}

/** The routes of all jobs, when there are some of every kind. */
async function recordLists({ alice, nobody }: World, call: Caller): Promise<void> {
  const { jobs } = (await call(alice, "GET /jobs")).json as { readonly jobs: readonly Listed[] };
  await call(alice, "GET /jobs/{id}", { id: jobs[0]?.id ?? "none" });
  const map = jobs.find(({ jobType }) => jobType === "map");
  await call(alice, "POST /jobs/{id}/retry", { id: map?.id ?? "none" });
  await call(alice, "POST /jobs/{id}/cancel", { id: map?.id ?? "none" });
  await call(alice, "GET /jobs/counts");
  await call(nobody, "GET /jobs/events");
}

interface Listed {
  readonly id: string;
  readonly jobType?: string;
}

async function recordWebhooks({ alice, receiver }: World, call: Caller): Promise<void> {
  receiver.answers.set("/recorded", 500);
  const json = { url: receiver.url("/recorded"), description: "Harbour", events: ["job.failed"] };
  const { id } = (await call(alice, "POST /webhooks", { json })).json;
  await call(alice, "GET /webhooks");
  await call(alice, "GET /webhooks/{id}", { id });
  await call(alice, "PATCH /webhooks/{id}", { id, json: { description: null } });
  const { deliveryId } = (await call(alice, "POST /webhooks/{id}/test", { id })).json;
  await call(alice, "GET /webhooks/deliveries");
  await call(alice, "GET /webhooks/{id}/deliveries", { id, query: "?limit=5" });
  await call(alice, "GET /webhooks/deliveries/{id}", { id: deliveryId });
  await call(alice, "POST /webhooks/deliveries/{id}/resend", { id: deliveryId });
  await call(alice, "GET /webhooks/signing-secret");
  await call(alice, "POST /webhooks/signing-secret/rotate");
  await call(alice, "GET /webhooks/events");
  await call(alice, "DELETE /webhooks/{id}", { id });
}

async function recordRefusals(world: World, call: Caller): Promise<void> {
  const { alice, bob, nobody } = world;
  const url = world.page("/one");
  const poor = await world.user(0);
  const id = await alice.submit("/map", { url });
  await call(bob, "GET /map/{id}", { id });
  await call(nobody, "GET /map/{id}", { id });
  await call(alice, "GET /map/{id}", { id: "unknown" });
  await call(alice, "POST /map", { json: {} });
  await call(poor, "POST /map", { json: { url } });
  await call(alice, "POST /request", { json: {} });
  await call(alice, "POST /url-scraper/batch", { json: { urls: ["harbour"] } });
  const missing = { url, sessionId: "44444444-4444-4444-8444-444444444444" };
  await call(alice, "POST /crawl", { json: missing });
}
