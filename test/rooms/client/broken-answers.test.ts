import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient } from "dragline/client";
import { describe, expect, it } from "vitest";
import { after, answering, failureOf, json, type Reply } from "./answering.ts";

const cutOff: Reply = () =>
  new Response(
    new ReadableStream({
      pull: (stream) => stream.error(new TypeError("terminated")),
    }),
  );

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("a broken answer", () => {
  it("is asked for again when the connection was lost in its midst", async () => {
    const { client, clock, asked } = answering([cutOff, json({ id: "a" })]);
    expect(await after(clock, client.getJob({ id: "a" }))).toEqual({ id: "a" });
    expect(asked.length).toBe(2);
  });

  it("is not asked for again of a call that acts, and says what happened", async () => {
    const { client, asked } = answering([cutOff]);
    const error = await failureOf(client.createWireTask({ action_id: "a.b", params: {} }));
    expect([error.code, error.message]).toEqual([
      "CONNECTION_FAILED",
      "The connection was lost: terminated.",
    ]);
    expect(asked.length).toBe(1);
  });

  it.each([{}, null, [], "x", 5])("that is no job, %j, is not one that has ended", async (body) => {
    const { client } = answering([json(body)]);
    for (const work of [
      client.scrape({ url: "https://x.example/" }),
      client.run("createMap", { url: "https://x.example/" }),
      client.wait("createMap", "job_1"),
    ]) {
      expect((await failureOf(work)).code).toBe("UNEXPECTED_ANSWER");
    }
  });

  it("that gives the same part of a list for ever ends the loop", async () => {
    const { client, asked } = answering([json({ jobs: [{ id: "a" }], nextCursor: "c" })]);
    const error = await failureOf(all(client.each("listJobs")));
    expect([error.code, asked.length]).toEqual(["UNEXPECTED_ANSWER", 2]);
  });

  it("with an event that does not end is not read for ever", async () => {
    const part = new TextEncoder().encode("a".repeat(1_048_576));
    const endless: Reply = () =>
      new Response(new ReadableStream({ pull: (stream) => stream.enqueue(part) }));
    const { client } = answering([endless]);
    const error = await failureOf(all(client.streamJobEvents()));
    expect(error.message).toBe("The stream has an event that does not end.");
  });

  it("ends with the signal, also when the platform has collected the request", async () => {
    const server = createServer((_, answer) => {
      answer.writeHead(200).write(": begun\n\n\n\ndata: 1\n\n");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const stop = new AbortController();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const events = createClient({ url }).streamJobEvents(undefined, { signal: stop.signal });
      await events.next();
      setFlagsFromString("--expose-gc");
      (runInNewContext("gc") as () => void)();
      const next = events.next();
      stop.abort(new Error("stopped"));
      await expect(next).rejects.toThrow("stopped");
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("has no key in it: one that no header takes is refused, without being shown", () => {
    for (const key of ["dl_a\nb", "dl_ä", "dl_a b"]) {
      expect(() => createClient({ key })).toThrow(/^Option 'key' must be an API key: ASCII[^_]*$/);
    }
  });
});
