import { readdirSync } from "node:fs";
import { join } from "node:path";
import { decodeText, detectCharset } from "dragline/fetcher";
import { describe, expect, it } from "vitest";
import { decodePage } from "../../../src/converter/read-html.ts";
import { corpus, corpusBytes, corpusJson, corpusMissing } from "../../corpus.ts";

function detected(bytes: Buffer): string {
  const { charset } = detectCharset(bytes, { contentType: { essence: "text/html" } });
  return decodeText(bytes, charset);
}

describe.skipIf(corpusMissing !== "")(`decodePage${corpusMissing}`, () => {
  it("reads what the detection reads, glance or not", async () => {
    const cases = corpusJson<{ bytesBase64: string }[]>("encoding/cases.json");
    for (const { bytesBase64 } of cases) {
      const bytes = Buffer.from(bytesBase64, "base64");
      expect(await decodePage(bytes)).toBe(detected(bytes));
    }
  });

  it("reads real pages as the detection does", async () => {
    const names = readdirSync(join(corpus, "wcxb/html")).slice(0, 120);
    for (const name of names) {
      const bytes = corpusBytes(`wcxb/html/${name}`);
      expect((await decodePage(bytes)) === detected(bytes), name).toBe(true);
    }
  });
});
