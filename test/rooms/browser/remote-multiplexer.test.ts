import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer, attached, detachedFrom, fakePipe, sessionId, turn } from "./fake-pipe.ts";

/** `bytes` cut at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const inside = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...inside].map((start, index) => bytes.subarray(start, inside[index] ?? bytes.length));
}

const signal = new AbortController().signal;

describe("CdpChannel.send", () => {
  it("sends what names no session to the channel's own", async () => {
    const { attach, sent } = fakePipe();
    const { channel, root } = await attach();
    for (const text of [
      `{"id":1,"method":"Browser.getVersion"}`,
      ` {"id":1,"method":"Browser.getVersion"}\n`,
      `{ "id": 1, "method": "Browser.getVersion" }`,
    ]) {
      channel.send(text);
    }
    await turn();
    const expected = { id: 1, method: "Browser.getVersion", sessionId: root };
    expect(sent).toEqual([expected, expected, expected]);
  });

  it("keeps the session that a message names, wherever and however it is written", async () => {
    const { attach, sent, say } = fakePipe();
    const { channel, root } = await attach();
    const page = sessionId(77);
    say(`${attached(page, root)}\0`);
    await turn();
    for (const text of [
      `{"id":1,"method":"A","sessionId":"${page}"}`,
      `{"sessionId":"${page}","id":1,"method":"A"}`,
      `{"id":1,"\\u0073essionId":"${page}","method":"A"}`,
    ]) {
      channel.send(text);
    }
    await turn();
    const expected = { id: 1, method: "A", sessionId: page };
    expect(sent).toEqual([expected, expected, expected]);
  });

  it("names one session at most, the last of several", async () => {
    const { attach, input } = fakePipe();
    const { channel, root } = await attach();
    const raw: string[] = [];
    input.on("data", (chunk: Buffer) => raw.push(chunk.toString()));
    channel.send(`{"sessionId":"${sessionId(1000)}","id":1,"method":"A","sessionId":"${root}"}`);
    await turn();
    expect(raw).toEqual([`{"id":1,"method":"A","sessionId":"${root}"}\0`]);
  });

  it("leaves sessions below the top level alone", async () => {
    const { attach, sent } = fakePipe();
    const { channel, root } = await attach();
    const params = { sessionId: sessionId(9), text: `,"sessionId":"${sessionId(9)}"}` };
    channel.send(JSON.stringify({ id: 1, method: "A", params }));
    channel.send(JSON.stringify({ id: 2, params: { sessionId: sessionId(9) } }));
    await turn();
    expect(sent).toEqual([
      { id: 1, method: "A", params, sessionId: root },
      { id: 2, params: { sessionId: sessionId(9) }, sessionId: root },
    ]);
  });

  it.each([
    ["plainly", (id: string) => `{"id":5,"method":"A","sessionId":"${id}"}`],
    ["first", (id: string) => `{"sessionId":"${id}","id":5,"method":"A"}`],
    ["with an escape", (id: string) => `{"id":5,"sess\\u0069onId":"${id}"}`],
    ["twice", (id: string) => `{"id":5,"sessionId":"${sessionId(1)}","sessionId":"${id}"}`],
    ["as one of two", (id: string) => `{"id":5,"s\\u0065ssionId":"x","sessionId":"${id}"}`],
    ["as a list", (id: string) => `{"id":5,"sessionId":["${id}"]}`],
    ["as nothing", () => `{"id":5,"sessionId":null}`],
  ])("reaches no session of another channel, named %s", async (_, text) => {
    const { attach, sent } = fakePipe();
    const { channel, heard } = await attach();
    const other = await attach();
    channel.send(text(other.root));
    await turn();
    expect(sent).toEqual([]);
    const error = { code: -32_001, message: "Session with given id not found." };
    expect(heard.map((text) => JSON.parse(text) as object)).toEqual([{ id: 5, error }]);
    expect(other.heard).toEqual([]);
  });

  it("answers what is no JSON object itself, and lets no second message through", async () => {
    const { attach, sent } = fakePipe();
    const { channel, heard } = await attach();
    const second = `{"id":1,"method":"A"}\0{"id":2,"method":"Target.getTargets"}`;
    const texts = ["", "[]", "1", "null", `{"id":1`, "{}{}", second];
    for (const text of texts) channel.send(text);
    await turn();
    expect(sent).toEqual([]);
    expect(heard).toHaveLength(texts.length);
    expect(heard[0]).toContain("-32700");
  });

  it("forgets a session that went, with those below it", async () => {
    const { attach, sent, say, multiplexer } = fakePipe();
    const { channel, root, heard } = await attach();
    const [page, worker] = [sessionId(50), sessionId(51)];
    say(`${attached(page, root)}\0${attached(worker, page)}\0`);
    await turn();
    expect(multiplexer.sessions).toBe(3);
    say(`${detachedFrom(page, root)}\0`);
    await turn();
    expect(multiplexer.sessions).toBe(1);
    channel.send(`{"id":1,"method":"A","sessionId":"${worker}"}`);
    await turn();
    expect(sent).toEqual([]);
    expect(heard.at(-1)).toContain("-32001");
  });

  it("gives false when more than 8 MiB wait, and says when they are taken", async () => {
    const { attach, input } = fakePipe();
    const { channel } = await attach();
    const other = await attach();
    const drained: string[] = [];
    channel.ondrain = () => drained.push("one");
    other.channel.ondrain = () => drained.push("other");
    input.pause();
    const message = `{"id":1,"method":"A","text":"${"é".repeat(1024 * 1024)}"}`;
    const taken = Array.from({ length: 5 }, () => channel.send(message));
    expect(taken).toEqual([true, true, true, false, false]);
    input.resume();
    await new Promise((resolve) => input.once("drain", resolve));
    expect(drained).toEqual(["one"]);
  });
});

describe("CdpChannel.onmessage", () => {
  it("gives each channel exactly its own messages, byte for byte, however they come", async () => {
    const piece = fc.record({
      of: fc.nat(2),
      child: fc.boolean(),
      text: fc.string({ unit: "binary", maxLength: 60 }),
      isEvent: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        async (pieces, places) => {
          const { attach, say } = fakePipe();
          const channels = [await attach(), await attach(), await attach()];
          const children = channels.map((_, index) => sessionId(100 + index));
          const came = channels.map(({ root }, index) => attached(children[index] ?? "", root));
          const expected = came.map((text) => [without(text)]);
          const said = pieces.map(({ of, child, text, isEvent }, id) => {
            const params = { text, sessionId: children[(of + 1) % 3] };
            const body = isEvent ? { method: "A.b", params } : { id, result: params };
            const session = child ? children[of] : channels[of]?.root;
            const message = JSON.stringify({ ...body, sessionId: session });
            expected[of]?.push(child ? message : without(message));
            return message;
          });
          const bytes = Buffer.from([...came, ...said].map((text) => `${text}\0`).join(""));
          say(...cut(bytes, places).filter((chunk) => chunk.length > 0));
          await turn();
          expect(channels.map(({ heard }) => heard)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("finds a session that is not the last member", async () => {
    const { attach, say } = fakePipe();
    const { root, heard } = await attach();
    const page = sessionId(60);
    say(`${attached(page, root)}\0`);
    say(`{"sessionId":"${root}","id":1,"result":{}}\0`, `{"sessionId":"${page}","id":2}\0`);
    const event = { sessionId: root, ...(JSON.parse(attached(sessionId(61))) as object) };
    say(`${JSON.stringify(event)}\0`, `{"id":3,"sessionId":"${sessionId(61)}"}\0`);
    await turn();
    expect(heard.slice(1)).toEqual([
      `{"id":1,"result":{}}`,
      `{"sessionId":"${page}","id":2}`,
      attached(sessionId(61)),
      `{"id":3,"sessionId":"${sessionId(61)}"}`,
    ]);
  });

  it("drops what is nobody's", async () => {
    const { attach, say, multiplexer } = fakePipe();
    const { heard } = await attach();
    say(`${answer(1, sessionId(99))}\0`, `${attached(sessionId(98), sessionId(99))}\0`);
    say("nonsense\0", "null\0", "\0", `{"error":{"code":-32700}}\0`, `${answer(1)}\0`);
    await turn();
    expect(heard).toEqual([]);
    expect(multiplexer.sessions).toBe(1);
  });

  it("does not let a page's words pass for a session, or one channel end another's", async () => {
    const { attach, say } = fakePipe();
    const [one, two] = [await attach(), await attach()];
    const told = { method: "A.b", params: { text: `","sessionId":"${two.root}"}` } };
    say(`${JSON.stringify({ ...told, sessionId: one.root })}\0`);
    say(`${JSON.stringify(told)}\0`, `${detachedFrom(two.root, one.root)}\0`);
    say(`${answer(3, two.root)}\0`);
    await turn();
    expect(one.heard).toEqual([JSON.stringify(told), detachedFrom(two.root)]);
    expect(two.heard).toEqual([`{"id":3,"result":{}}`]);
  });

  it("does not take a client's late answer for its own", async () => {
    const { multiplexer, say, output, input } = fakePipe();
    input.removeAllListeners("data");
    const opening = multiplexer.attach({ signal });
    const error = { code: -32_001, message: "Session with given id not found." };
    say(`${JSON.stringify({ id: 1, error })}\0`);
    await turn();
    output.write(`${answer(1, undefined, { sessionId: sessionId(1) })}\0`);
    await expect(opening).resolves.toBeDefined();
  });

  it("hands a large message on without a copy of its own", async () => {
    const { attach, say } = fakePipe();
    const { channel, root } = await attach();
    const lengths: number[] = [];
    const message = Buffer.from(`${answer(1, root, { text: "x".repeat(20_000_000) })}\0`);
    let given: Buffer | undefined;
    channel.onmessage = (text) => {
      given = text;
      lengths.push(text.length);
    };
    say(message);
    await turn();
    expect(lengths).toEqual([message.length - 1 - `,"sessionId":"${root}"`.length]);
    expect(given?.buffer).toBe(message.buffer);
  });
});

/** A message as a channel gives it: without the session of its own. */
function without(text: string): string {
  const { sessionId: _, ...rest } = JSON.parse(text) as { sessionId: string };
  return JSON.stringify(rest);
}
