import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { incomingBody, parsedBodyText } from "../../../../src/service/http/incoming-body.ts";

/** A body of a thousand pieces; `sent` counts those that were asked for. */
function sender() {
  const seen = { sent: 0 };
  const incoming = new Readable({
    highWaterMark: 1,
    read() {
      seen.sent += 1;
      this.push(seen.sent > 1000 ? null : Buffer.from("x"));
    },
  });
  return { incoming, seen, body: incomingBody(incoming as IncomingMessage) };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((next) => setImmediate(next));
}

describe("incomingBody", () => {
  it("takes no more than is read", async () => {
    const { body, seen } = sender();
    const reader = body.getReader();
    await reader.read();
    await turns(2000);
    expect(seen.sent).toBeLessThan(20);
    await reader.cancel();
  });

  it("gives the whole body", async () => {
    const { body } = sender();
    expect(await new Response(body).text()).toBe("x".repeat(1000));
  });

  it("only stops reading when it is cancelled: the answer goes over the same connection", async () => {
    const { incoming, body, seen } = sender();
    await body.cancel();
    await turns(100);
    expect(incoming.destroyed).toBe(false);
    expect(seen.sent).toBeLessThan(20);
    for (const event of ["data", "end", "error", "close"]) {
      expect(incoming.listenerCount(event), event).toBe(0);
    }
  });

  it("fails with its connection, also when that was lost before", async () => {
    const { incoming, body } = sender();
    const read = new Response(body).text();
    incoming.destroy();
    await expect(read).rejects.toThrow("the connection was lost");
    const late = incomingBody(incoming as IncomingMessage);
    await expect(new Response(late).text()).rejects.toThrow("the connection was lost");
  });
});

describe("parsedBodyText", () => {
  it.each([
    [{ a: [1] }, '{"a":[1]}'],
    ["text", "text"],
    [null, "null"],
    [7, "7"],
    [Buffer.from("ab"), new Uint8Array([97, 98])],
  ])("of %j is %j", (parsed, text) => {
    expect(parsedBodyText(parsed)).toEqual(text);
  });
});
