import { createConverterPool, type SavedPage } from "dragline/converter";
import { describe, expect, it } from "vitest";

describe("ConverterPool of bytes", () => {
  it("decodes them, and leaves alone what shares their memory", async () => {
    await using pool = createConverterPool({}, { threads: 1 });
    const all = new Uint8Array(Buffer.from("before<meta charset=latin1><p>caf\u00e9", "latin1"));
    const pooled = Buffer.from("<p>small");
    expect(await pool.convert(all.subarray(6))).toEqual({ markdown: "café" });
    expect(await pool.convert(pooled)).toEqual({ markdown: "small" });
    expect(Buffer.from(all.subarray(0, 6)).toString()).toBe("before");
    expect(pooled.toString()).toBe("<p>small");
    async function* pages(): AsyncGenerator<SavedPage> {
      yield { id: "a", html: pooled, url: "https://a.test/" };
    }
    for await (const { line } of pool.convertLines(pages())) {
      expect(Buffer.from(line).toString()).toBe(
        '{"id":"a","url":"https://a.test/","markdown":"small"}\n',
      );
    }
    expect(pooled.toString()).toBe("<p>small");
    const pdf = pool.convert(new Uint8Array(Buffer.from("%PDF-1.7")));
    await expect(pdf).rejects.toMatchObject({ code: "NOT_HTML" });
  });
});
