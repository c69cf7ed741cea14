import { createCdpProxy, createUpgradeHandler, type CdpProxy } from "dragline/cdp-proxy";
import type { Acceptor, ClientSocket } from "dragline/cdp-proxy";
import type { RemoteBrowser, RemoteBrowsers } from "dragline/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openRemoteWorld, type RemoteWorld } from "../browser/remote-world.ts";
import { serveUpgrades, WsClient } from "./websocket-stage.ts";

const path = await chromiumPath();

/** Bytes that may wait on either side, and those of each message here. */
const BOUND = 8 * 1024 * 1024;
const BODY = 5_000_000;
const MESSAGE = BODY + 1000;
const COUNT = 12;

/** A socket of the proxy, and what was seen of it. */
interface Watched {
  readonly socket: ClientSocket;
  /** Messages that were given to it, and the most bytes that ever waited in it. */
  sent: number;
  most: number;
  isPaused: boolean;
}

/** Looks at the sockets of a proxy: one for each connection. */
function watching(proxy: CdpProxy, seen: Watched[]): Pick<CdpProxy, "connect"> {
  return {
    async connect(request, facts) {
      const answer = await proxy.connect(request, facts);
      if (answer instanceof Response) return answer;
      const { connectionId } = answer;
      const accept: Acceptor["accept"] = (socket) => {
        seen.push(watched(socket));
        return answer.accept(socket);
      };
      return { connectionId, accept, leave: () => answer.leave() };
    },
  };
}

function watched(socket: ClientSocket): Watched {
  const state: Watched = { socket, sent: 0, most: 0, isPaused: false };
  const send = socket.send.bind(socket);
  const pause = socket.pause.bind(socket);
  const resume = socket.resume.bind(socket);
  socket.send = (text) => {
    send(text);
    state.sent += 1;
    state.most = Math.max(state.most, socket.waiting);
  };
  socket.pause = () => {
    pause();
    state.isPaused = true;
  };
  socket.resume = () => {
    resume();
    state.isPaused = false;
  };
  return state;
}

/** Browsers that say which of them were taken. */
function telling(browsers: RemoteBrowsers, taken: RemoteBrowser[]): RemoteBrowsers {
  return {
    async take(order) {
      const browser = await browsers.take(order);
      taken.push(browser);
      return browser;
    },
    status: () => browsers.status(),
    [Symbol.asyncDispose]: () => browsers[Symbol.asyncDispose](),
  };
}

/** A client with a page of its own. */
class PageClient {
  readonly client: WsClient;
  #session = "";
  #last = 0;

  constructor(port: number) {
    this.client = new WsClient(port);
  }

  /** The ids of all answers, as they came. */
  get answered(): number[] {
    return this.client.heard.flatMap((text) => {
      const id = /^\{"id":(\d+)/.exec(text)?.[1];
      return id === undefined ? [] : [Number(id)];
    });
  }

  async open(): Promise<void> {
    await this.client.opened;
    const made = await this.#result("Target.createTarget", { url: "about:blank" });
    const { targetId } = made;
    const attached = await this.#result("Target.attachToTarget", { targetId, flatten: true });
    this.#session = attached["sessionId"] ?? "";
  }

  /** Has the page say a text; gives the command's id. */
  say(expression: string): number {
    return this.#send("Runtime.evaluate", { expression, returnByValue: true });
  }

  /** The result of a command, when it is there. */
  async answer(id: number): Promise<string> {
    const start = `{"id":${id},`;
    const found = (): string | undefined =>
      this.client.heard.find((text) => text.startsWith(start));
    await expect.poll(() => found() !== undefined).toBe(true);
    return found() ?? "";
  }

  async #result(method: string, params: object): Promise<Readonly<Record<string, string>>> {
    const text = await this.answer(this.#send(method, params));
    return (JSON.parse(text) as { readonly result: Readonly<Record<string, string>> }).result;
  }

  #send(method: string, params: object): number {
    this.#last += 1;
    const sessionId = this.#session === "" ? undefined : this.#session;
    this.client.ws.send(JSON.stringify({ id: this.#last, method, params, sessionId }));
    return this.#last;
  }
}

describe.skipIf(path === undefined)(`${browserTitle("createCdpProxy", path)} makes`, () => {
  const stack = new AsyncDisposableStack();
  const seen: Watched[] = [];
  const taken: RemoteBrowser[] = [];
  let proxy: CdpProxy;

  beforeAll(async () => {
    const world: RemoteWorld = stack.use(await openRemoteWorld());
    proxy = stack.use(createCdpProxy({ browsers: telling(world.browsers, taken) }));
  });

  afterAll(() => stack.disposeAsync());

  /** A client, and what the host sees of its connection. */
  async function joined() {
    const handler = createUpgradeHandler(watching(proxy, seen), { owner: () => "a" });
    const page = new PageClient(await serveUpgrades(handler));
    await page.open();
    const [socket, browser] = [seen.at(-1), taken.at(-1)];
    if (socket === undefined || browser === undefined) throw new Error("nothing was taken");
    return { page, socket, browser };
  }

  it("a browser wait for a client that does not read, and then all comes in order", async () => {
    const { page, socket } = await joined();
    page.client.ws.pause();
    const ids = Array.from({ length: COUNT }, () => page.say(`"x".repeat(${BODY})`));
    await expect.poll(() => socket.socket.waiting).toBeGreaterThan(BOUND);
    const stalled = socket.sent;
    // Others go on meanwhile; afterwards nothing more has been read for this one.
    const other = await joined();
    expect(await other.page.answer(other.page.say("20 + 2"))).toContain('"value":22');
    expect(socket.sent).toBe(stalled);
    expect(page.answered.slice(-COUNT)).not.toEqual(ids);
    page.client.ws.resume();
    await expect.poll(() => page.answered.slice(-COUNT)).toEqual(ids);
    expect(socket.most).toBeLessThanOrEqual(BOUND + MESSAGE);
    const whole = page.client.heard.slice(-COUNT).map((text) => text.split("x").length - 1);
    expect(whole).toEqual(ids.map(() => BODY));
  });

  it("a client wait for a browser that does not take, and then all is answered in order", async () => {
    const { page, socket, browser } = await joined();
    process.kill(browser.pid, "SIGSTOP");
    onTestFinished(() => void process.kill(browser.pid, "SIGCONT"));
    const ids = Array.from({ length: COUNT }, () => page.say(`"${"x".repeat(BODY)}".length`));
    await expect.poll(() => socket.isPaused).toBe(true);
    const other = await joined();
    expect(await other.page.answer(other.page.say("20 + 2"))).toContain('"value":22');
    expect(socket.isPaused).toBe(true);
    // What the proxy does not take waits with the client.
    expect(page.client.ws.bufferedAmount).toBeGreaterThan(COUNT * BODY * 0.4);
    process.kill(browser.pid, "SIGCONT");
    await expect.poll(() => page.answered.slice(-COUNT)).toEqual(ids);
    expect(socket.isPaused).toBe(false);
    for (const id of ids) expect(await page.answer(id)).toContain(`"value":${BODY}`);
  });
});
