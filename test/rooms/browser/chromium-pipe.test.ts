import { once } from "node:events";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageSplitter } from "../../../src/browser/chromium/message-splitter.ts";
import { PipeTransport } from "../../../src/browser/chromium/pipe-transport.ts";

const PRINTED = `{"method":"Runtime.consoleAPICalled","params":{"type":"log","args":[]}}`;

function split(chunks: readonly Uint8Array[], maxBytes = 1e6): string[] {
  const messages: string[] = [];
  const splitter = new MessageSplitter({
    deliver: (message) => messages.push(message.toString()),
    unwanted: [Buffer.from(`{"method":"Runtime.consoleAPICalled"`)],
    maxBytes,
  });
  for (const chunk of chunks) splitter.push(chunk);
  return messages;
}

/** `bytes` cut at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const inside = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...inside].map((start, index) => bytes.subarray(start, inside[index] ?? bytes.length));
}

const text = fc.string({ unit: "binary", maxLength: 80 }).map((text) => text.replaceAll("\0", ""));
const message = fc.oneof(
  text.filter((text) => text !== ""),
  text.map((text) => `${PRINTED}${text}`),
  fc.integer({ min: 0, max: PRINTED.length - 1 }).map((end) => PRINTED.slice(0, end + 1)),
);

describe("MessageSplitter", () => {
  it("gives the same messages however the bytes are cut", () => {
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat(), { maxLength: 40 }), (messages, places) => {
        const bytes = Buffer.from(messages.map((text) => `${text}\0`).join(""));
        const wanted = messages.filter(
          (text) => !text.startsWith(`{"method":"Runtime.consoleAPICalled"`),
        );
        const decoded = wanted.map((text) => Buffer.from(text).toString());
        expect(split([bytes])).toEqual(decoded);
        expect(split(cut(bytes, places))).toEqual(decoded);
        expect(split([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(decoded);
      }),
    );
  });

  it("keeps what has not ended until it ends", () => {
    expect(split([Buffer.from("a\0b")])).toEqual(["a"]);
    expect(split([Buffer.from("a\0b"), Buffer.from("c"), Buffer.from("\0")])).toEqual(["a", "bc"]);
  });

  it("takes a message of the limit, and none that is a byte longer", () => {
    const body = "x".repeat(100);
    expect(split([Buffer.from(`${body}\0`)], 100)).toEqual([body]);
    expect(() => split([Buffer.from(`${body}x\0`)], 100)).toThrow(RangeError);
    expect(() => split([Buffer.from(body), Buffer.from("x")], 100)).toThrow(RangeError);
  });

  it("throws an unwanted message away without a limit, and without keeping it", () => {
    const chunk = Buffer.alloc(65_536, "x");
    const before = process.memoryUsage().arrayBuffers;
    const endless = [Buffer.from(PRINTED), ...Array.from({ length: 4096 }, () => chunk)];
    expect(split([...endless, Buffer.from("\0{}\0")], 1000)).toEqual(["{}"]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e7);
  });

  it("joins a message of many chunks in linear time", () => {
    const chunk = Buffer.alloc(1024, "x");
    const chunks = Array.from({ length: 65_536 }, () => chunk);
    const [joined] = split([...chunks, Buffer.from("\0")], 1e8);
    expect(joined?.length).toBe(chunks.length * chunk.length);
  });
});

interface Piped {
  readonly transport: PipeTransport;
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly messages: string[];
}

function pipe(console = false): Piped {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new PipeTransport({ input, output }, { console });
  const messages: string[] = [];
  transport.onmessage = (message) => messages.push(message);
  return { transport, input, output, messages };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("PipeTransport", () => {
  it("ends each message that it sends with a zero byte", async () => {
    const { transport, input } = pipe();
    transport.send(`{"id":1,"text":"é"}`);
    transport.send("{}");
    const [bytes] = (await once(input, "data")) as [Buffer];
    expect(bytes.toString()).toBe(`{"id":1,"text":"é"}\0`);
    transport.close();
  });

  it("lets whoever awaited one message act before the next comes", async () => {
    const { transport, output } = pipe();
    const order: string[] = [];
    transport.onmessage = (message) => {
      order.push(message);
      void Promise.resolve()
        .then(() => undefined)
        .then(() => order.push(`after ${message}`));
    };
    output.write("a\0b\0");
    while (order.length < 4) await turn();
    expect(order).toEqual(["a", "after a", "b", "after b"]);
    transport.close();
  });

  it("leaves out what pages print and throw, unless it is asked for", async () => {
    const noise = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"];
    const bytes = [...noise, "Page.loadEventFired"].map((method) => `{"method":"${method}"}\0`);
    for (const console of [false, true]) {
      const { transport, output, messages } = pipe(console);
      output.write(bytes.join(""));
      while (messages.length < (console ? 4 : 1)) await turn();
      expect(messages).toHaveLength(console ? 4 : 1);
      expect(messages.at(-1)).toContain("Page.loadEventFired");
      transport.close();
    }
  });

  it("tells its end once, delivers nothing after it, and takes what is sent after it", async () => {
    const { transport, output, messages } = pipe();
    let closes = 0;
    transport.onclose = () => {
      closes += 1;
    };
    const come = once(output, "data");
    output.write("late\0");
    await come;
    transport.close();
    transport.close();
    transport.send("{}");
    await turn();
    await turn();
    expect(closes).toBe(1);
    expect(messages).toEqual([]);
  });

  it.each(["input", "output"] as const)("ends when its %s breaks", async (end) => {
    const ends = pipe();
    const closed = new Promise<void>((resolve) => {
      ends.transport.onclose = resolve;
    });
    ends[end].destroy(Object.assign(new Error("broken"), { code: "EPIPE" }));
    await closed;
    expect(ends.input.destroyed && ends.output.destroyed).toBe(true);
  });
});
