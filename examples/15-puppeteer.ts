// A browser over the network with a login that is kept: Puppeteer logs in and goes; the next
// connection begins where the first one ended.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createService, toNodeHandler, toNodeUpgrade } from "dragline/service";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import puppeteer from "puppeteer-core";
import { listen } from "./listen.ts";
import { serveMembers } from "./serve-members.ts";

await using members = await serveMembers();
const records = new MemoryRecords();
// What a login stores is sealed: without a sealer the service saves none.
const sealer = new Sealer({
  records,
  ring: new KeyRing([{ id: "k1", key: randomBytes(32) }]),
});
await using service = createService({ records, sealer }, { allow: ["127.0.0.1"] });
const server = createServer(toNodeHandler(service)).on("upgrade", toNodeUpgrade(service));
await using site = await listen(server);

const { id } = await service.accounts.create({ name: "Ada" });
const { key } = await service.keys.create(id);
const address = `${site.url("/v1/browser-connect").replace("http", "ws")}?api_key=${key}`;

// #region connect
const first = await puppeteer.connect({ browserWSEndpoint: `${address}&save_session=tides` });
const login = await first.newPage();
await login.goto(members.url("/login"));
await login.type("[name=user]", "ada");
await login.type("[name=secret]", "tide");
const [answer] = await Promise.all([login.waitForNavigation(), login.click("button")]);
console.log("logged in:", answer?.status(), await login.title());
await first.close();

const sessions = await fetch(site.url("/v1/sessions"), { headers: { "x-api-key": key } });
const saved = (await sessions.json()) as { name: string }[];
console.log("saved:", saved.map(({ name }) => name).join());

const second = await puppeteer.connect({ browserWSEndpoint: `${address}&session_name=tides` });
const page = await second.newPage();
await page.goto(members.url("/tides"));
console.log("the next connection sees:", await page.$eval("h1", (heading) => heading.textContent));
await second.close();
// #endregion
