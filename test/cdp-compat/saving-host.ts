/**
 * A host that is to be killed while it saves: `saving-host.ts FOLDER SITE-PORT LIFE PLAN`. Connections
 * to one browser, each with an old login that it was loaded with and a checkpoint of the new one,
 * lose their clients at once. Each save stops at another step; then the host says `ready`.
 */
import { setImmediate as turn } from "node:timers/promises";
import { systemClock, type Clock } from "dragline";
import { createRemoteBrowsers } from "dragline/browser";
import type { RemoteBrowser, RemoteBrowsers, StorageState } from "dragline/browser";
import { createCdpProxy } from "dragline/cdp-proxy";
import { CdpLink } from "../../src/cdp-proxy/cdp-link.ts";
import { createConnector } from "../../src/net/index.ts";
import { testSwitches } from "../chromium.ts";
import { ProxySocket } from "../rooms/cdp-proxy/proxy-socket.ts";
import { FaultyBlobs, FaultyRecords } from "../rooms/cdp-proxy/sessions-faults.ts";
import { loopbackInternet } from "./loopback-internet.ts";
import { openStores, sessionsOver } from "./proxy-host.ts";
import { before, haltsOf, nameOf, origins, owner, wayIn, type SaveHalt } from "./save-plan.ts";
import { SaveSteps } from "./save-steps.ts";

/** Of no other timer of the proxy. */
const CHECKPOINT = 29_000;
const { signal } = new AbortController();
const [folder = "", port = "0", life = "", plan = ""] = process.argv.slice(2);
const stores = openStores(folder, true);
const browser = await openBrowser();
const pages = new CdpLink(await browser.attach({ signal }), systemClock);
let reading: Promise<StorageState> | undefined;

await logIn();
const state = await browser.saveState({ origins, signal });
const leaves = await Promise.all(haltsOf(plan).map(connect));
const stopped = leaves.map((each) => each());
if (plan === "each step") await Promise.all(stopped);
process.stdout.write("ready\n");

/** A connection with a checkpoint; what is given makes its client go, and resolves at its step. */
async function connect(halt: SaveHalt, at: number): Promise<() => Promise<unknown>> {
  const steps = new SaveSteps(halt);
  const records = new FaultyRecords(stores.records, steps);
  const sessions = sessionsOver({ records, blobs: new FaultyBlobs(stores.blobs, steps) });
  const loaded = await sessions.reserve({ owner, name: nameOf("old", life, at) }, { signal });
  await loaded.save({ state: before(state) }, { signal });
  await loaded.release();
  const { clock, fire } = checkpointClock();
  const browsers = sharing(steps);
  // Busy machines must not make it fall back to cookies alone.
  const options = { checkpointMs: CHECKPOINT, saveTimeoutMs: 60_000 };
  const proxy = createCdpProxy({ browsers, sessions, clock }, options);
  const saveSession = nameOf("new", life, at);
  const order = { owner, sessionId: loaded.session.id, saveSession, signal };
  const acceptor = await proxy.open(order);
  const socket = new ProxySocket();
  const ended = acceptor.accept(socket);
  const named = { owner, name: saveSession };
  fire();
  while ((await sessions.find(named, { signal }))?.isSaved !== true) await turn();
  return () => {
    socket.leave(1006);
    return Promise.race([ended, steps.reached]);
  };
}

/** The one browser, as many that have the same state. */
function sharing(steps: SaveSteps): RemoteBrowsers {
  const one: RemoteBrowser = {
    pid: browser.pid,
    folder: browser.folder,
    ended: browser.ended,
    attach: (call) => browser.attach(call),
    saveCookies: (call) => browser.saveCookies(call),
    saveState: (call) => steps.reading(() => (reading ??= browser.saveState(call))),
    // It would be in the way of the new login, which is there already.
    loadState: async () => {},
    failureOf: (host) => browser.failureOf(host),
    memory: () => browser.memory(),
    [Symbol.asyncDispose]: async () => {},
  };
  return {
    take: async () => one,
    status: () => ({ taken: 1, warm: 0, waiting: 0 }),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The machine's time; checkpoints come when they are told to. */
function checkpointClock(): { readonly clock: Clock; readonly fire: () => void } {
  const due = new Set<() => void>();
  const timer: Clock["timer"] = (ms, run) => {
    if (ms !== CHECKPOINT) return systemClock.timer(ms, run);
    due.add(run);
    return () => due.delete(run);
  };
  const fire = (): void => {
    for (const run of due) run();
  };
  return { clock: { ...systemClock, timer }, fire };
}

async function openBrowser(): Promise<RemoteBrowser> {
  const connector = createConnector(loopbackInternet(Number(port)));
  const chromium = { switches: [...testSwitches] };
  return await createRemoteBrowsers({ connector }, { warm: 0, chromium }).take({ signal });
}

/** Leaves a cookie, a token and a row at each origin. */
async function logIn(): Promise<void> {
  await Promise.all(origins.map(logInTo));
  // A page's process gives its cookies on to the browser's, which may take a while longer.
  const kept = async (): Promise<number> => (await browser.saveCookies({ signal })).cookies.length;
  while ((await kept()) < origins.length) await turn();
}

async function logInTo(origin: string): Promise<void> {
  const made = await pages.send({ method: "Target.createTarget", params: { url: `${origin}/` } });
  const { targetId } = made;
  const attaching = { targetId, flatten: true };
  const attached = await pages.send({ method: "Target.attachToTarget", params: attaching });
  const params = { expression: wayIn(origin), awaitPromise: true, returnByValue: true };
  const sessionId = String(attached["sessionId"]);
  for (;;) {
    const done = await pages.send({ method: "Runtime.evaluate", params, sessionId });
    // Until its scripts are there.
    if (done["exceptionDetails"] === undefined) break;
    await turn();
  }
  await pages.send({ method: "Target.closeTarget", params: { targetId } });
}
