import { FakeClock } from "dragline/testing";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deadline, type Deadline } from "../../../src/core/index.ts";
import { Pulse } from "../../../src/storage/postgres/pulse.ts";

/** A server that hears what it is asked and answers nothing by itself. */
class SilentServer implements AsyncDisposable {
  readonly #server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => this.#asked.resolve(socket));
  }).listen(0, "127.0.0.1");
  readonly #asked = Promise.withResolvers<Socket>();

  /** The connection over which it was asked. */
  get asked(): Promise<Socket> {
    return this.#asked.promise;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async start(): Promise<void> {
    await once(this.#server, "listening");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    (await this.asked).destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}

describe("the sign of life of a server", () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  beforeEach(() => {
    uncaught.length = 0;
    process.prependListener("uncaughtException", note);
  });
  afterEach(() => {
    process.off("uncaughtException", note);
  });

  const ask = async (
    server: SilentServer,
  ): Promise<{ clock: FakeClock; pulse: Pulse; limit: Deadline; socket: Socket }> => {
    const clock = new FakeClock();
    const pulse = new Pulse(clock, { host: "127.0.0.1", port: server.port });
    const limit = deadline(clock, 60_000);
    pulse.watch(limit);
    for (let look = 0; look < 2; look += 1) {
      await clock.timerOf(250);
      await clock.advance(250);
    }
    return { clock, pulse, limit, socket: await server.asked };
  };

  it.each([
    ["when its time is over", async (clock: FakeClock) => clock.advance(700)],
    ["when nobody asks any more", async (_: FakeClock, pulse: Pulse) => pulse.end()],
  ])("ends no process when the connection is lost %s", async (_, end) => {
    await using server = new SilentServer();
    await server.start();
    const { clock, pulse, socket } = await ask(server);
    socket.resetAndDestroy();
    await end(clock, pulse);
    await pulse.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught).toEqual([]);
  });

  it("fails calls that wait when there is none, and leaves them when there is", async () => {
    await using silent = new SilentServer();
    await silent.start();
    const lost = await ask(silent);
    await lost.clock.advance(700);
    await lost.pulse.end();
    expect(lost.limit.signal.reason).toMatchObject({ code: "UNAVAILABLE" });
    await using alive = new SilentServer();
    await alive.start();
    const kept = await ask(alive);
    kept.socket.write("N");
    await kept.clock.timerOf(250);
    await kept.pulse.end();
    expect(kept.limit.signal.aborted).toBe(false);
  });
});
