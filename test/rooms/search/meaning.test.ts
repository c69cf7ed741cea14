import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageIndex } from "dragline/search";
import { postgresUrl, serverTitle } from "../../services.ts";
import { afterAll, describe, expect, it } from "vitest";
import { ConceptEmbedder } from "./concept-embedder.ts";
import { pgvectorStore, serverStore, sqliteStore, type MeaningStore } from "./meaning-subjects.ts";

const folder = mkdtempSync(join(tmpdir(), "dragline-meaning-"));
let files = 0;
const sqlite = sqliteStore(() => join(folder, `${(files += 1)}.sqlite`));
const connectionString = await postgresUrl();

afterAll(() => rm(folder, { recursive: true, force: true }));

const call = { signal: new AbortController().signal };
const filler = "Nothing of note is said in this line. ".repeat(40);

/** A page of two passages, the second about something else. */
function page(name: string, text: string, expiresAt?: number) {
  const html = `<title>${name}</title><main><h2>One</h2><p>${text} ${filler}</p><h2>Two</h2><p>${filler}</p></main>`;
  return { url: `https://${name}.example/page`, html, fetchedAt: 0, expiresAt };
}

const motors = page("motors", "An automobile that is inactive halts after an hour.");
const harbour = page("harbour", "The vessel leaves at noon. Its fee is low.");
const moon = page("moon", "Tides follow the moon, whatever the sun does.");

async function addAll(index: PageIndex, owner = "owner"): Promise<void> {
  for (const each of [motors, harbour, moon]) await index.add(owner, each, call);
}

async function find(index: PageIndex, query: string, owner = "owner") {
  const { results, notes } = await index.search(owner, { query, limit: 10 }, call);
  return {
    pages: results.map(({ url }) => new URL(url).hostname.replace(".example", "")),
    snippets: results.map(({ snippet }) => snippet),
    notes: notes.map(({ message }) => message),
  };
}

const stores = [
  ["createSqliteIndex", true, async () => sqlite],
  [
    serverTitle("createPostgresIndex without pgvector", connectionString),
    connectionString !== undefined,
    async () => serverStore(connectionString ?? ""),
  ],
  ["createPostgresIndex with pgvector", true, pgvectorStore],
] as const;

describe.each(stores)("meaning in %s", (_, isThere, make) => {
  describe.skipIf(!isThere)("the index", () => {
    let store: MeaningStore | undefined;

    const place = async () => (store ??= await make()).place();

    afterAll(() => store?.[Symbol.asyncDispose]());

    it("finds pages by other words, with the sentences that mean it, beside those by words", async () => {
      await using there = await place();
      await using index = await there.open(new ConceptEmbedder());
      await addAll(index);
      const idle = await find(index, "when is an idle car stopped");
      expect(idle.pages[0]).toBe("motors");
      expect(idle.snippets[0]).toMatch(/^An automobile that is inactive halts/);
      expect(idle.notes).toEqual([]);
      expect((await find(index, "moon")).pages).toEqual(["moon"]);
      // First what both ways find, then what one does.
      expect((await find(index, "moon or noon boat cost")).pages).toEqual(["harbour", "moon"]);
      // Meaning ranks the harbour higher than its one word does, which stands elsewhere on the page.
      const gulls = { ...harbour, html: `${harbour.html}<h2>Birds</h2><p>Gulls. ${filler}</p>` };
      await index.add("owner", gulls, call);
      await index.add("owner", page("gulls", "Gulls, gulls and gulls."), call);
      const birds = await find(index, "gulls or ship cost");
      expect(birds.pages).toEqual(["harbour", "gulls"]);
      expect(birds.snippets[0]).toMatch(/^Its fee is low\./);
      await using plain = await there.open(undefined);
      expect((await find(plain, "idle car")).pages).toEqual([]);
      expect(await find(plain, "automobile")).toMatchObject({ pages: ["motors"], notes: [] });
    });

    it("holds operators for what it finds by meaning", async () => {
      await using there = await place();
      await using index = await there.open(new ConceptEmbedder());
      await addAll(index);
      const pages = async (query: string) => (await find(index, query)).pages;
      expect(await pages("ship cost")).toEqual(["harbour"]);
      expect(await pages("ship cost -noon")).toEqual([]);
      expect(await pages("ship cost -site:harbour.example")).toEqual([]);
      expect(await pages("ship cost -site:harbour.example/page")).toEqual([]);
      expect(await pages("ship cost site:harbour.example")).toEqual(["harbour"]);
      expect(await pages("ship cost site:moon.example")).toEqual(["moon"].slice(1));
      expect(await pages("ship cost site:harbour.example/other")).toEqual([]);
      expect(await pages("ship cost intitle:harbour")).toEqual(["harbour"]);
      expect(await pages("ship cost intitle:motors")).toEqual(["motors"]);
      expect(await pages('ship cost "leaves at noon"')).toEqual(["harbour"]);
      expect(await pages('"ship cost"')).toEqual([]);
      expect(await pages("+noon ship")).toEqual(["harbour"]);
    });

    it("finds no page of another owner, none that is over, removed or replaced", async () => {
      await using there = await place();
      await using index = await there.open(new ConceptEmbedder());
      await addAll(index, "other");
      expect((await find(index, "boat")).pages).toEqual([]);
      const over = there.clock.now() + 1000;
      await index.add("owner", page("harbour", "A vessel.", over), call);
      await index.add("owner", page("motors", "A vehicle."), call);
      expect((await find(index, "boat")).pages).toEqual(["harbour"]);
      await there.clock.advance(1000);
      expect((await find(index, "boat")).pages).toEqual([]);
      expect(await index.sweep(there.clock.now(), call)).toBe(1);
      expect((await find(index, "boat")).pages).toEqual([]);
      await index.add("owner", page("motors", "Nothing."), call);
      expect((await find(index, "car")).pages).toEqual([]);
      expect(await index.remove("other", "all", call)).toBe(3);
      expect(await find(index, "boat", "other")).toMatchObject({ pages: [], notes: [] });
    });

    it("says which passages have no vector of its model and dimension, until they are added again", async () => {
      await using there = await place();
      await using plain = await there.open(undefined);
      await plain.add("owner", moon, call);
      const embedder = new ConceptEmbedder();
      await using index = await there.open(embedder);
      await index.add("owner", harbour, call);
      const first = await find(index, "moon boat");
      expect(first.pages.toSorted()).toEqual(["harbour", "moon"]);
      expect(first.notes).toEqual([
        "4 of 8 passages have no vector of concepts/small (7 numbers); they were found by words alone. Add their pages again to embed them.",
      ]);
      await index.add("owner", moon, call);
      expect((await find(index, "boat")).notes).toEqual([]);
      embedder.padding = 1;
      const wider = await find(index, "boat noon");
      expect(wider.pages).toEqual(["harbour"]);
      expect(wider.notes).toEqual([
        "8 of 8 passages have no vector of concepts/small (8 numbers) (there are vectors of concepts/small (7 numbers)); they were found by words alone. Add their pages again to embed them.",
      ]);
      embedder.modelId = "large";
      await index.add("owner", moon, call);
      const changed = await find(index, "boat");
      expect(changed.pages).toEqual([]);
      expect(changed.notes).toEqual([
        "4 of 8 passages have no vector of concepts/large (8 numbers) (there are vectors of concepts/small (7 numbers)); they were found by words alone. Add their pages again to embed them.",
      ]);
      // A process without an embedder that replaces a page takes its vectors with it.
      await plain.add("owner", moon, call);
      expect((await find(index, "moon")).notes[0]).toMatch(/^8 of 8 passages/);
    });

    it("keeps the order of passages where pages are added at once, long ones included", async () => {
      await using there = await place();
      await using index = await there.open(new ConceptEmbedder());
      const words = ["vessel", "automobile", "physician", "fee", "commence"];
      const long = (word: string) => {
        const sections = Array.from(
          { length: 240 },
          (_, at) =>
            `<h2>Part ${at}</h2><p>${at === 217 ? `The ${word} of ${word}.` : ""} ${filler}</p>`,
        );
        return `<main>${sections.join("")}</main>`;
      };
      await Promise.all(
        words.map((word) =>
          index.add("owner", { ...moon, url: `https://${word}.example/`, html: long(word) }, call),
        ),
      );
      for (const [word, other] of [
        ["vessel", "boat"],
        ["physician", "doctor"],
        ["fee", "price"],
      ] as const) {
        const { pages, snippets } = await find(index, other);
        expect([pages, snippets[0]?.slice(0, 30)]).toEqual([
          [word],
          expect.stringMatching(new RegExp(`^The ${word} of ${word}\\.`)),
        ]);
      }
    });
  });
});
