// Users of a website call the API with the website's own login, without a key: the host says whose
// account it is. A Hono app here; any server that speaks fetch does the same.
import { Hono } from "hono";
import { createService } from "dragline/service";
import { servePages } from "./serve-pages.ts";

await using pages = await servePages();
await using service = createService({}, { allow: ["127.0.0.1"] });
const ada = await service.accounts.create({ name: "Ada" });
const logins = new Map([["Bearer ada's session", ada.id]]);

// #region mount
const app = new Hono();
app.mount("/web", (request) => {
  const account = logins.get(request.headers.get("authorization") ?? "");
  if (account === undefined) return new Response("Log in first", { status: 401 });
  return service.fetch(request, { basePath: "/web", account });
});
// #endregion

const stop = new AbortController();
const running = service.run({ signal: stop.signal });

const call = (authorization: string) =>
  app.request("/web/v1/url-scraper/scrape", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ url: pages.url("/harbour.html"), formats: ["markdown"] }),
  });
console.log((await call("Bearer somebody")).status);
const answer = await call("Bearer ada's session");
const { status, markdown } = (await answer.json()) as { status: string; markdown: string };
console.log(answer.status, status, markdown.split("\n", 1)[0]);
console.log("credits left:", (await service.accounts.get(ada.id)).balance);

// #region remove
await service.accounts.remove(ada.id);
// #endregion
const left = await service.accounts.list();
console.log("accounts left:", left.length);

stop.abort();
await running;
