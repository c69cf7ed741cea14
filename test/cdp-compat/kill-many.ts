/**
 * 200 clients in sequence and 200 eight at a time, each killed in the middle of what it does; says
 * what is left. `node --conditions=dragline-source test/cdp-compat/kill-many.ts [COUNT [AT-ONCE …]]`
 */
import { join } from "node:path";
import { createConnector } from "../../src/net/index.ts";
import { killClients } from "./kill-clients.ts";
import { leftBehind } from "./left-behind.ts";
import { openLoginSite } from "./login-site.ts";
import { loopbackInternet } from "./loopback-internet.ts";
import { openProxyHost } from "./proxy-host.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const [count = 200, ...atOnces] = process.argv.slice(2).map(Number);
await using folder = await temporaryFolder();
await using site = await openLoginSite();
const connector = createConnector(loopbackInternet(site.port));
const videos = join(folder.path, "videos");
{
  await using host = await openProxyHost({ folder: folder.path, connector, max: 10 });
  const page = "http://www.shop.test/login";
  for (const atOnce of atOnces.length > 0 ? atOnces : [1, 8]) {
    const begun = performance.now();
    await killClients(host, { count, atOnce, lifeMs: 1000, page, random: Math.random });
    while (host.proxy.status().connections > 0) await new Promise((next) => setTimeout(next, 100));
    const seconds = Math.round((performance.now() - begun) / 1000);
    const { taken, waiting } = host.browsers.status();
    console.log({ atOnce, count, seconds, taken, waiting });
  }
  const call = { signal: new AbortController().signal };
  const saved = await host.sessions.list({ owner: "ann" }, call);
  for (const { id } of saved) await (await host.sessions.hold(id, call)).release();
  const films = await host.recorder.recordings.list("ann", call);
  const states = Map.groupBy(films, ({ status }) => status);
  console.log(
    { saved: saved.length },
    [...states].map(([status, of]) => `${status} ${of.length}`),
  );
}
console.log(await leftBehind(process.pid, videos));
