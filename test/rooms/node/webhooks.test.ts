import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runCli } from "dragline/node";
import { sign, standardSignature } from "dragline/webhooks";
import { afterEach, describe, expect, it } from "vitest";
import { run } from "./run.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = '{"id":"evt_1","type":"job.completed","data":{}}';
const seconds = () => String(Math.floor(Date.now() / 1000));

const headers = (id = "dlv_1", signature = sign(body, secret)): Record<string, string> => ({
  "x-service-timestamp": seconds(),
  "x-service-delivery-id": id,
  "x-service-event": "job.completed",
  "x-service-signature": signature,
});

/** A `dragline webhooks listen` on a free port. */
class Listen {
  readonly #stop = new AbortController();
  readonly #stdout = new PassThrough().setEncoding("utf8");
  readonly #stderr = new PassThrough().setEncoding("utf8");
  readonly #code: Promise<number>;
  text = "";
  url = "";

  constructor(flags: readonly string[], env = {}) {
    this.#stdout.on("data", (chunk: string) => {
      this.text += chunk;
    });
    const { signal } = this.#stop;
    const [stdin, stdout, stderr] = [new PassThrough(), this.#stdout, this.#stderr];
    const argv = ["webhooks", "listen", "--port=0", ...flags];
    this.#code = runCli(argv, { stdin, stdout, stderr, env, signal });
  }

  async ready(): Promise<this> {
    const [line] = (await once(this.#stderr, "data")) as [string];
    this.url = /^listening on (http:\S+)\n$/.exec(line)?.[1] ?? "";
    expect(this.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    return this;
  }

  async post(init: RequestInit = {}): Promise<number> {
    const response = await fetch(this.url, { method: "POST", headers: headers(), body, ...init });
    return response.status;
  }

  get lines(): unknown[] {
    return this.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  }

  stop(): Promise<number> {
    this.#stop.abort(new Error("interrupted"));
    return this.#code;
  }
}

let listener: Listen | undefined;
afterEach(async () => {
  await listener?.stop();
  listener = undefined;
});

function listen(...flags: string[]): Promise<Listen> {
  listener = new Listen(flags);
  return listener.ready();
}

describe("dragline webhooks listen", () => {
  it("prints what comes, verified, and ends when it is interrupted", async () => {
    const server = await listen("--secret", secret);
    expect(await server.post()).toBe(204);
    await expect.poll(() => server.text).toContain("}\n");
    expect(server.text).toMatch(
      /^\d{4}-\S+Z {2}verified {2}job\.completed {2}dlv_1 {2}attempt 1 {2}answered 204 {2}47 bytes\n\{\n {2}"id": "evt_1",/,
    );
    expect(await server.stop()).toBe(130);
    await expect(fetch(server.url)).rejects.toThrow("fetch failed");
  });

  it("answers 401 to what is not rightly signed, and says why", async () => {
    const server = await listen("--secret", "other", "--json");
    expect(await server.post()).toBe(401);
    expect(await server.post({ headers: {} })).toBe(401);
    await expect
      .poll(() => server.lines)
      .toMatchObject([
        { verdict: "wrong-signature", deliveryId: "dlv_1", event: "job.completed", answered: 401 },
        { verdict: "missing-signature", answered: 401 },
      ]);
  });

  it("takes several secrets, or one from the environment", async () => {
    const server = await listen("--secret", "new", "--secret", secret);
    expect(await server.post()).toBe(204);
    await server.stop();
    listener = await new Listen(["--json"], { WEBHOOK_SECRET: secret }).ready();
    expect(await listener.post()).toBe(204);
    await expect.poll(() => listener?.lines).toMatchObject([{ verdict: "verified" }]);
  });

  it("verifies nothing without a secret", async () => {
    const server = await listen("--json");
    expect(await server.post({ headers: headers("dlv_9", "x") })).toBe(204);
    await expect
      .poll(() => server.lines)
      .toEqual([
        {
          receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          path: "/",
          verdict: "unverified",
          deliveryId: "dlv_9",
          event: "job.completed",
          attempt: 1,
          answered: 204,
          bytes: 47,
          body: JSON.parse(body),
        },
      ]);
  });

  it("fails the first attempts of each delivery", async () => {
    const server = await listen("--secret", secret, "--fail", "2", "--json");
    const statuses: number[] = [];
    for (const id of ["a", "a", "b", "a", "a", "b", "b"]) {
      statuses.push(await server.post({ headers: headers(id) }));
    }
    expect(statuses).toEqual([500, 500, 500, 204, 204, 500, 204]);
    await expect.poll(() => server.lines.length).toBe(7);
    expect(server.lines[3]).toMatchObject({ deliveryId: "a", attempt: 3 });
  });

  it("takes another prefix, and Standard Webhooks", async () => {
    const server = await listen("--secret", secret, "--prefix", "Acme-");
    expect(await server.post()).toBe(401);
    const timestamp = seconds();
    const own = {
      "acme-timestamp": timestamp,
      "acme-delivery-id": "d",
      "acme-signature": sign(body, secret),
    };
    expect(await server.post({ headers: own })).toBe(204);
    const made = standardSignature({ id: "msg_1", timestamp: Number(timestamp), body }, secret);
    const standard = {
      "webhook-id": "msg_1",
      "webhook-timestamp": timestamp,
      "webhook-signature": made,
    };
    expect(await server.post({ headers: standard })).toBe(204);
  });

  it("does not let a sender command the terminal", async () => {
    const server = await listen();
    const evil = "\u001b]0;owned\u0007\u009b31m\r\u007f";
    expect(await server.post({ body: evil })).toBe(204);
    expect(await server.post({ body: JSON.stringify({ [evil]: evil }) })).toBe(204);
    expect(await server.post({ headers: { "x-service-event": "a\u009bb" } })).toBe(204);
    await expect.poll(() => server.text).toContain("a\\u009bb");
    expect(server.text).toContain("\\u001b]0;owned\\u0007\\u009b31m\\u000d\\u007f");
    expect(server.text).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it("answers 405 to other methods and 413 to what is too long", async () => {
    const server = await listen();
    expect((await fetch(server.url)).status).toBe(405);
    expect(await server.post({ body: Buffer.alloc(1_048_577) })).toBe(413);
    expect(await server.post()).toBe(204);
  });

  it("says that it cannot listen", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const port = String((taken.address() as AddressInfo).port);
    const { code, stderr } = await run(["webhooks", "listen", "--port", port]);
    taken.close();
    expect([code, stderr]).toEqual([
      1,
      `dragline: cannot listen on 127.0.0.1:${port} (the port is in use; give another with --port)\n`,
    ]);
  });

  it.each([
    [[], "expected 'listen'"],
    [["sing"], "expected 'listen'"],
    [["listen", "more"], "'listen' does not take a name"],
    [["listen", "--port", "65536"], "--port takes a whole number from 0 to 65535; got '65536'"],
    [["listen", "--fail", "-1"], "--fail"],
    [["listen", "--prefix", "X: "], "'headerPrefix'"],
    [["listen", "--secret", ""], "A signing secret"],
    [["listen", "--wat"], "Unknown option '--wat'"],
  ])("refuses the command line %j", async (flags, message) => {
    const { code, stdout, stderr } = await run(["webhooks", ...flags]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it("prints its help", async () => {
    const { code, stdout } = await run(["webhooks", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: dragline webhooks listen [OPTIONS]");
  });

  it("tells what is no HTTP in JSON, with a request id", async () => {
    const server = await new Listen([]).ready();
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("error", () => {}).write("nonsense\r\n\r\n");
    const said = await text(socket);
    expect(said).toMatch(/^HTTP\/1\.1 400 [^]*\r\nx-request-id: req_[^]*"error":"invalid_request"/);
    await server.stop();
  });
});
