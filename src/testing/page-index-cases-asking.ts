import assert from "node:assert/strict";
import { at, library } from "./page-index-cases-finding.ts";
import { addAll, call, find, page, urlsFor, type PageIndexRun } from "./page-index-subject.ts";

/** Operators, and other ways to write what is asked for. */
export const askingCases: Readonly<Record<string, PageIndexRun>> = {
  "- and NOT exclude words, -site: excludes hosts, intitle: asks for words of titles": async ({
    index,
  }) => {
    await addAll(index, [
      page(at("one"), "<p>Tide tables for harbours.</p>", "Tables"),
      page(at("two"), "<p>Tide and moon.</p>", "Moon"),
      page("https://other.example.net/three", "<p>Tide mills grind corn.</p>", "Mills"),
    ]);
    const sorted = async (query: string) => (await urlsFor(index, query)).toSorted();
    const [one, two, three] = [at("one"), at("two"), "https://other.example.net/three"];
    assert.deepEqual(await sorted("tide -moon"), [one, three]);
    assert.deepEqual(await sorted("tide NOT moon"), [one, three]);
    assert.deepEqual(await sorted('tide -"tide mills" -tables'), [two]);
    assert.deepEqual(await sorted("tide -site:example.com"), [three]);
    assert.deepEqual(await sorted("tide -site:docs.example.com/two"), [one, three]);
    assert.deepEqual(await sorted("tide intitle:moon"), [two]);
    assert.deepEqual(await sorted("tide -intitle:moon"), [one, three]);
    assert.deepEqual(await sorted("tide +corn"), [three]);
    assert.deepEqual(await sorted('"tide tables" OR "tide mills"'), [one, three]);
    assert.deepEqual(await sorted("-moon"), []);
  },

  "of words with OR between them one will do": async ({ index }) => {
    await addAll(index, [
      page(at("kayaks"), "<p>Kayak rental on the lake</p>"),
      page(at("cars"), "<p>Canoe of wood, and the rental of cars and houses on the lake.</p>"),
    ]);
    const { results } = await index.search(
      "owner",
      { query: "kayak OR skiff rental", limit: 5 },
      call,
    );
    assert.deepEqual(
      results.map(({ url }) => url),
      [at("kayaks"), at("cars")],
    );
  },

  "an operator that means nothing here is left out, and said": async ({ index }) => {
    await addAll(index, library);
    const query = "cookies filetype:pdf before:2020-01-01";
    const { results, notes } = await index.search("owner", { query, limit: 5 }, call);
    assert.equal(results[0]?.url, at("cookies"));
    assert.deepEqual(
      notes.map(({ message }) => message),
      [
        "The operator filetype:pdf is not understood and was left out.",
        "The operator before:2020-01-01 is not understood and was left out.",
      ],
    );
    const plain = await index.search("owner", { query: "note: cookies, session", limit: 5 }, call);
    assert.deepEqual(plain.notes, []);
  },

  "numbers, and words that are written joined or apart, are found in either spelling": async ({
    index,
  }) => {
    await addAll(index, [
      page(at("mail"), "<p>Send an e-mail by RFC9110 to the office.</p>"),
      page(at("disk"), "<p>The disk has 16 GB, and 5,000 of them were sold.</p>"),
      page(at("version"), "<p>Version 2.7.1 of the database mends a fault.</p>"),
    ]);
    const found = {
      "email office": "mail",
      email: "mail",
      "RFC 9110": "mail",
      RFC9110: "mail",
      "rfc-9110": "mail",
      "16GB": "disk",
      5000: "disk",
      "5.000": "disk",
      "2.7": "version",
      "v2.7.1": "version",
      "data base": "version",
      "data-base": "version",
    };
    for (const [query, name] of Object.entries(found)) {
      assert.equal((await urlsFor(index, query))[0], at(name), query);
    }
    assert.deepEqual(await urlsFor(index, "7.1"), []);
  },

  "words of other languages are found by their singular and plural, and compounds by their parts":
    async ({ index }) => {
      const texts: readonly (readonly [language: string, name: string, text: string])[] = [
        ["de", "felder", "Die Zusatzfelder der Häuser wurden erweitert."],
        ["de", "parts", "Ein Passwort steht in der Datenbank."],
        ["fr", "lois", "Les renseignements sont adoptés par les journaux."],
        ["es", "apps", "Las aplicaciones ligeras llegan a otros países."],
        ["it", "case", "Le finestre delle case sono aperte."],
        ["nl", "boeken", "De boeken liggen op tafels."],
        ["ru", "книги", "Новые книги лежат на столах."],
        ["cs", "hry", "Anglické zápasy hrají fotbalisté."],
      ];
      await addAll(
        index,
        texts.map(([language, name, text]) => ({
          ...page(at(name), ""),
          html: `<html lang="${language}"><body><p>${text}</p></body></html>`,
        })),
      );
      const found = {
        Zusatzfeld: "felder",
        Haus: "felder",
        Passwortdatenbank: "parts",
        renseignement: "lois",
        journal: "lois",
        aplicación: "apps",
        finestra: "case",
        boek: "boeken",
        книга: "книги",
        столы: "книги",
        zápas: "hry",
      };
      for (const [query, name] of Object.entries(found)) {
        assert.equal((await urlsFor(index, query))[0], new URL(at(name)).href, query);
      }
      assert.deepEqual(await urlsFor(index, "news"), []);
    },

  "a page under http and https, with and without www, is one result": async ({ index }) => {
    const urls = [
      "http://a.example/tides",
      "https://www.a.example/tides/",
      "https://a.example/tides",
    ];
    await addAll(
      index,
      urls.map((url, n) => page(url, `<p>Spring tides, edition ${n}.</p>`)),
    );
    assert.deepEqual(await urlsFor(index, "spring tides"), ["https://a.example/tides"]);
  },

  "a snippet has what is asked for from two places of a page, if need be": async ({ index }) => {
    const filler = Array.from({ length: 30 }, (_, n) => `Nothing is said in line ${n}, at all.`);
    const lines = [
      "The Harbour Museum of Rye shows ships and their tools from three centuries.",
      ...filler,
      "Tickets for adults cost €7.50 at the museum.",
      ...filler,
    ];
    await addAll(index, [page(at("rye"), lines.map((line) => `<p>${line}</p>`).join(""))]);
    const query = "what do tickets for the harbour museum of Rye cost";
    const snippet = (await find(index, query))[0]?.snippet ?? "";
    assert.match(snippet, /€7\.50/);
    assert.match(snippet, /Harbour Museum of Rye/);
    assert.ok(snippet.length <= 603, snippet);
  },
};
