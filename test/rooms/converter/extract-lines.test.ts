import {
  createConverterPool,
  type ConverterPool,
  type ExtractLinesOptions,
} from "dragline/converter";
import { isExtractorError } from "dragline/extractor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failureOf, MoodyPool } from "./pools.ts";

const schema = { type: "object", properties: { name: { type: "string" } } };
const html = '<script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script><p>Lamp';

let pool: ConverterPool;
beforeAll(() => {
  pool = createConverterPool({}, { threads: 2 });
});
afterAll(() => pool[Symbol.asyncDispose]());

async function* chunks(...lines: readonly object[]): AsyncGenerator<Uint8Array, void> {
  for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`);
}

async function answers(
  from: ConverterPool,
  input: AsyncIterable<Uint8Array>,
  { signal, ...options }: ExtractLinesOptions & { readonly signal?: AbortSignal },
): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { line } of from.extractLines(input, options, { signal })) {
    found.push(JSON.parse(Buffer.from(line).toString()));
  }
  return found;
}

describe("ConverterPool.extractLines", () => {
  it("puts a line's own url before the option, when it has one", async () => {
    const wanted = { type: "object", properties: { image: { type: "string", format: "uri" } } };
    const picture =
      '<script type="application/ld+json">{"@type":"Product","image":"/l.png"}</script>';
    const input = chunks(
      { id: 1, html: picture },
      { id: 2, html: picture, url: "" },
      { id: 3, html: picture, url: "https://b.test/" },
    );
    expect(await answers(pool, input, { schema: wanted, url: "https://a.test/" })).toMatchObject([
      { id: 1, data: { image: "https://a.test/l.png" } },
      { id: 2, data: { image: "https://a.test/l.png" } },
      { id: 3, data: { image: "https://b.test/l.png" } },
    ]);
  });

  it("keeps a hundred lines in order", async () => {
    const url = "https://a.test/";
    const lines = Array.from({ length: 100 }, (_, id) => ({ id, html, url }));
    const found = await answers(pool, chunks(...lines), { schema });
    expect(found).toEqual(lines.map(({ id }) => ({ id, data: { name: "Lamp" }, missing: [] })));
  });

  it("refuses a schema before anything is read", async () => {
    let reads = 0;
    async function* input(): AsyncGenerator<Uint8Array, void> {
      reads += 1;
      yield Buffer.from("\n");
    }
    const failure = await failureOf(answers(pool, input(), { schema: { type: "array" } }));
    expect([isExtractorError(failure, "INVALID_SCHEMA"), reads]).toEqual([true, 0]);
  });

  it("refuses a limit of lines that is none", async () => {
    expect(() => pool.extractLines(chunks(), { schema, maxLineBytes: 0 })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  it("fails a page that kills its worker under its id, and goes on", async () => {
    await using moody = new MoodyPool();
    const url = "https://a.test/";
    const input = chunks({ id: 1, html: "CRASH", url }, { id: 2, html, url });
    expect(await answers(moody.pool, input, { schema })).toMatchObject([
      { error: expect.stringContaining("The worker thread was lost") },
      { id: 2, data: { name: "Lamp" } },
    ]);
  });

  it("rethrows the signal's reason", async () => {
    const reason = new Error("enough");
    const input = chunks({ id: 1, html, url: "https://a.test/" });
    const failure = await failureOf(
      answers(pool, input, { schema, signal: AbortSignal.abort(reason) }),
    );
    expect(failure).toBe(reason);
  });
});
