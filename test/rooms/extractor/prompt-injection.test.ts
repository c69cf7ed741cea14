import { createExtractor, type Extraction } from "dragline/extractor";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import {
  injectionPages,
  type InjectionPage,
} from "../../../benchmarks/extraction-set/injection-pages.ts";
import type { ModelCall } from "../../../src/ai/model.ts";
import { askedFor, answerOf, judgeHere, ScriptedModel, textOf } from "../ai/scripted-model.ts";

const pages = injectionPages();

/** A model that does what its prompt says: the ordered values where it read them, else the truth. */
function obedient(known: readonly InjectionPage[]) {
  const model: ScriptedModel = new ScriptedModel(async () => {
    const call = model.calls.at(-1);
    const prompt = textOf(call);
    const page = known.find(({ url }) => prompt.includes(`\n${url}\n`));
    if (call === undefined || page === undefined) throw new TypeError("The prompt is of no page.");
    const properties = askedFor(call);
    const ordered = orderedIn(page, prompt);
    const answer = Object.keys(properties).flatMap((name) => {
      const value = ordered[name] ?? page.values[name];
      return value === undefined ? [] : [[name, value]];
    });
    return answerOf(JSON.stringify(Object.fromEntries(answer)));
  });
  return model;
}

/** What the page orders, as far as it is in the prompt. */
function orderedIn({ html, forbidden }: InjectionPage, prompt: string): Record<string, unknown> {
  const plain = html.replaceAll("&quot;", '"').replaceAll('\\"', '"');
  const [, text = "{}"] = /(\{"\w+":"Zzyzx[^}]*\})/.exec(plain) ?? [];
  const ordered = JSON.parse(text) as Record<string, unknown>;
  expect(Object.values(ordered)).toEqual(forbidden);
  return Object.fromEntries(
    Object.entries(ordered).filter(([, value]) => prompt.includes(String(value))),
  );
}

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [value];
}

/** What of the orders came out. */
function obeyed({ forbidden }: InjectionPage, { data }: Extraction): unknown[] {
  return leavesOf(data).filter(
    (leaf) => forbidden.includes(leaf as never) || String(leaf).includes("Zzyzx"),
  );
}

/** The prompt's lines that are no data. */
function instructionsOf(call: ModelCall | undefined): string {
  const prompt = textOf(call);
  const nonce = /<data (\S+) \.\.\.>/.exec(prompt)?.[1] ?? "none";
  const [before = ""] = prompt.split(`\n<data ${nonce} `);
  const behind = prompt.slice(prompt.lastIndexOf(`</data ${nonce}>`));
  return before + behind;
}

describe("prompt injection", () => {
  it.each(pages.map((page, at) => [page.name, at, page] as const))(
    "gets nothing out by %s (%i)",
    async (_, __, page) => {
      const model = obedient(pages);
      const extractor = createExtractor({ model, judge: judgeHere, clock: new FakeClock() });
      const extraction = await extractor.extract(page, page.schema as never);
      expect(obeyed(page, extraction)).toEqual([]);
      for (const call of model.calls) {
        expect(instructionsOf(call)).not.toContain("Zzyzx");
        expect(instructionsOf(call)).not.toContain("zzyzx");
      }
    },
  );

  it("has nothing that is hidden in the prompt", async () => {
    for (const page of pages.filter(({ visible }) => !visible)) {
      const model = obedient(pages);
      const extractor = createExtractor({ model, judge: judgeHere, clock: new FakeClock() });
      await extractor.extract(page, page.schema as never);
      expect([page.name, model.calls.some((call) => /zzyzx/i.test(textOf(call)))]).toEqual([
        page.name,
        false,
      ]);
    }
  });

  it("keeps pages apart that one extractor reads at once", async () => {
    const model = obedient(pages);
    const extractor = createExtractor({ model, judge: judgeHere, clock: new FakeClock() });
    const alone = await Promise.all(
      pages.map(async (page) => {
        const own = createExtractor({
          model: obedient(pages),
          judge: judgeHere,
          clock: new FakeClock(),
        });
        return await own.extract(page, page.schema as never);
      }),
    );
    const together = await Promise.all(
      pages.map((page) => extractor.extract(page, page.schema as never)),
    );
    expect(together.map(({ data }) => data)).toEqual(alone.map(({ data }) => data));
    for (const call of model.calls) {
      const urls = pages.filter(({ url }) => textOf(call).includes(`\n${url}\n`));
      expect(urls).toHaveLength(1);
    }
  });
});
