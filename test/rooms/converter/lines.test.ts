import {
  createConverterPool,
  type ConverterPool,
  type ConvertLinesOptions,
} from "dragline/converter";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failureOf, MoodyPool } from "./pools.ts";

let pool: ConverterPool;
beforeAll(() => {
  pool = createConverterPool({}, { threads: 2 });
});
afterAll(() => pool[Symbol.asyncDispose]());

async function* chunks(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void> {
  for (const text of texts) yield typeof text === "string" ? Buffer.from(text) : text;
}

/** The answers to an input, parsed. */
async function answers(
  pool: ConverterPool,
  input: AsyncIterable<Uint8Array>,
  options?: ConvertLinesOptions,
): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { line, failed } of pool.convertLines(input, options)) {
    const text = Buffer.from(line).toString();
    expect(text).toMatch(/^[^\n]*\n$/);
    const answer = JSON.parse(text) as Record<string, unknown>;
    expect("error" in answer).toBe(failed);
    found.push(answer);
  }
  return found;
}

/** The answers to one text, as they are written. */
async function written(text: string | Uint8Array, options?: ConvertLinesOptions): Promise<string> {
  const lines: Uint8Array[] = [];
  for await (const { line } of pool.convertLines(chunks(text), options)) lines.push(line);
  return Buffer.concat(lines).toString();
}

describe("ConverterPool.convertLines", () => {
  it("gives a key for each format, in the order asked for", async () => {
    const line = '{"id":"a","html":"<a href=/x>l</a>","url":"https://a.test/"}\n';
    expect(await written(line)).toBe('{"id":"a","markdown":"[l](https://a.test/x)"}\n');
    expect(await written(line, { formats: ["links", "text"], main: true })).toBe(
      '{"id":"a","links":[{"href":"https://a.test/x","text":"l"}],"text":"l"}\n',
    );
    expect(await written(line, { formats: [] })).toBe('{"id":"a"}\n');
  });

  it("puts a line's own url before the option, when it has one", async () => {
    const line =
      '{"id":1,"html":"<a href=x>l</a>"}\n{"id":2,"html":"<a href=x>l</a>","url":"https://b.test/"}\n{"id":3,"html":"<a href=x>l</a>","url":null}';
    expect(await written(line, { url: "https://a.test/" })).toBe(
      '{"id":1,"markdown":"[l](https://a.test/x)"}\n' +
        '{"id":2,"markdown":"[l](https://b.test/x)"}\n' +
        '{"id":3,"markdown":"[l](https://a.test/x)"}\n',
    );
  });

  it.each([
    '"a\\u0000\\ud800"',
    "7",
    "-0.5",
    "12345678901234567890",
    "1.50e400",
    "null",
    "true",
    '{"a":[1,{"b":9007199254740993}]}',
    "[]",
  ])("echoes the id %s", async (id) => {
    expect(await written(`{"html":"x","id": ${id} }`)).toBe(`{"id":${id},"markdown":"x"}\n`);
  });

  it("gives null for an id that is not there", async () => {
    expect(await written('{"html":"x"}')).toBe('{"id":null,"markdown":"x"}\n');
  });

  it("says why a line has no result, and goes on", async () => {
    const input = chunks(
      '{"id":1}\n{"id":2,"html":null}\n{"id":3,"html":"x","url":7}\n{"id":4,"html":\n\n[]\n"x"\n{"id":9,"html":"<b>y"}',
    );
    expect(await answers(pool, input)).toEqual([
      { id: 1, error: "no html: expected a string; got nothing" },
      { id: 2, error: "no html: expected a string; got null" },
      { id: 3, error: "no url: expected a string; got number" },
      { id: null, error: expect.stringMatching(/^line 4: malformed JSON: /) },
      { id: null, error: 'line 6: no page: expected an object {"id", "html"}' },
      { id: null, error: 'line 7: no page: expected an object {"id", "html"}' },
      { id: 9, markdown: "**y**" },
    ]);
  });

  it("reads CRLF, blank lines, a byte order mark, invalid UTF-8 and a last line without newline", async () => {
    const bytes = Buffer.concat([
      Buffer.from('\ufeff{"id":1,"html":"a"}\r\n\r\n \t \n{"id":2,"html":"b'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    expect(await written(bytes)).toBe('{"id":1,"markdown":"a"}\n{"id":2,"markdown":"b\ufffd"}\n');
    expect(await written("")).toBe("");
  });

  it("fails a line that is too long, and goes on", async () => {
    const text = `{"id":1,"html":"${"x".repeat(100)}"}\n{"id":2,"html":"y"}\n`;
    expect(await written(text, { maxLineBytes: 50 })).toBe(
      '{"id":null,"error":"line 1: longer than 50 bytes"}\n{"id":2,"markdown":"y"}\n',
    );
  });

  it("keeps a thousand lines in order, whatever they cost", async () => {
    const lines = Array.from({ length: 1000 }, (_, id) => {
      const html = `<p>${id}</p>`.repeat(id % 97 === 0 ? 5000 : 1);
      return `${JSON.stringify({ id, html })}\n`;
    });
    const found = (await answers(pool, chunks(...lines))) as { id: number; markdown: string }[];
    expect(found.map(({ id }) => id)).toEqual(lines.map((_, id) => id));
    expect(found.every(({ id, markdown }) => markdown.startsWith(String(id)))).toBe(true);
  });

  it("fails a page that is over its deadline, or kills its worker, under its id", async () => {
    await using moody = new MoodyPool({ pageTimeoutMs: 5000 });
    const running = answers(
      moody.pool,
      chunks('{"id":1,"html":"HANG"}\n{"id":2,"html":"CRASH"}\n{"id":3,"html":"x"}\n'),
    );
    await moody.clock.timerOf(5000);
    await moody.idSaid;
    await moody.clock.advance(5000);
    expect(await running).toEqual([
      { id: 1, error: "The conversion took longer than 5000 ms." },
      { id: null, error: "line 2: The worker thread was lost: it ended by itself." },
      { id: 3, markdown: "x" },
    ]);
  });

  it("answers a line before the next one comes", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* conversation(): AsyncGenerator<Uint8Array, void> {
      yield Buffer.from('{"id":1,"html":"a"}\n');
      await promise;
      yield Buffer.from('{"id":2,"html":"b"}\n');
    }
    const ids: unknown[] = [];
    for await (const { line } of pool.convertLines(conversation())) {
      ids.push((JSON.parse(Buffer.from(line).toString()) as { id: number }).id);
      resolve();
    }
    expect(ids).toEqual([1, 2]);
  });

  it("reads no more than a window ahead of what is taken", async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array, void> {
      for (;;) yield Buffer.from(`{"id":${++read},"html":"x"}\n`);
    }
    let taken = 0;
    let most = 0;
    for await (const { failed } of pool.convertLines(endless())) {
      expect(failed).toBe(false);
      taken += 1;
      most = Math.max(most, read - taken);
      if (taken === 200) break;
    }
    expect(most).toBeLessThanOrEqual(34);
  });

  it("stops what is in work when its caller takes no more", async () => {
    await using moody = new MoodyPool({ threads: 2 });
    const input = chunks('{"id":1,"html":"a"}\n{"id":2,"html":"HANG"}\n');
    for await (const { failed } of moody.pool.convertLines(input)) {
      expect(failed).toBe(false);
      await moody.clock.timerOf(30_000);
      break;
    }
    expect(await moody.pool.convert("<h1>next")).toEqual({ markdown: "# next" });
  });

  it("rethrows what the input throws, and stops", async () => {
    await using moody = new MoodyPool();
    async function* broken(): AsyncGenerator<Uint8Array, void> {
      yield Buffer.from('{"id":1,"html":"HANG"}\n');
      throw new Error("broken");
    }
    const failure = await failureOf(answers(moody.pool, broken()));
    expect(String(failure)).toBe("Error: broken");
    expect(await moody.pool.convert("<h1>next")).toEqual({ markdown: "# next" });
  });

  it("rethrows the signal's reason while the input is silent", async () => {
    const abort = new AbortController();
    const silent: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
    };
    const lines = pool.convertLines(silent, {}, abort)[Symbol.asyncIterator]();
    const failure = failureOf(lines.next());
    abort.abort("mine");
    expect(await failure).toBe("mine");
  });

  it("rethrows that the pool is closed", async () => {
    const pool = createConverterPool();
    await pool[Symbol.asyncDispose]();
    const failure = await failureOf(answers(pool, chunks('{"id":1,"html":"a"}\n')));
    expect(failure).toMatchObject({ code: "POOL_CLOSED" });
  });

  it.each([{ maxLineBytes: 0 }, { formats: ["pdf"] }, { markdown: { bullet: "?" } }, { wat: 1 }])(
    "refuses %j before it reads",
    async (options) => {
      expect(() => pool.convertLines(chunks("x"), options as ConvertLinesOptions)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    },
  );
});
