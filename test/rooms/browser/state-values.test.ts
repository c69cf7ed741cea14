import { createSite, type Site } from "dragline/testing";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkState } from "../../../src/browser/state/check-state.ts";
import { loadState } from "../../../src/browser/state/load-state.ts";
import { saveState } from "../../../src/browser/state/save-state.ts";
import type { StateProblem } from "../../../src/browser/state/state-problem.ts";
import type { StateRecord, StorageState } from "../../../src/browser/storage-state.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

/** Puts a record into the page's database "v", store "s"; the source gives the value. */
const put = (value: string, key = '"k"') => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("v", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("s");
  opening.onsuccess = async () => {
    const database = opening.result;
    const value = await (${value});
    const transaction = database.transaction("s", "readwrite");
    transaction.objectStore("s").put(value, ${key});
    transaction.oncomplete = () => { database.close(); resolve(); };
    transaction.onabort = () => reject(transaction.error);
  };
})`;

/** Gives the record of a name in the page's database to a question. */
const ask = (name: string, question: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("v");
  opening.onsuccess = () => {
    const getting = opening.result.transaction("s").objectStore("s").get(${JSON.stringify(name)});
    getting.onsuccess = () => {
      opening.result.close();
      Promise.resolve((${question})(getting.result)).then((is) => resolve(is === true), reject);
    };
  };
})`;

/** A value, and a question that it alone answers with true. */
const values: Readonly<Record<string, readonly [string, string]>> = {
  null: ["null", "(v) => v === null"],
  undefined: ["undefined", "(v) => v === undefined"],
  NaN: ["NaN", "(v) => Object.is(v, NaN)"],
  "minus zero": ["-0", "(v) => Object.is(v, -0)"],
  "an infinite number": ["[-Infinity, 1]", "(v) => v[0] === -Infinity"],
  "a bigint": ["2n ** 70n", "(v) => v === 2n ** 70n"],
  false: ["false", "(v) => v === false"],
  "no text": ['""', '(v) => v === ""'],
  "a lone surrogate": ['"\\ud800</script>\\u2028"', '(v) => v === "\\ud800</script>\\u2028"'],
  "a date": ["new Date(5)", "(v) => v instanceof Date && v.getTime() === 5"],
  "an invalid date": ["new Date(NaN)", "(v) => v instanceof Date && Number.isNaN(v.getTime())"],
  "a regular expression": [
    "/a\\/b/gi",
    '(v) => v instanceof RegExp && String(v) === "/a\\\\/b/gi"',
  ],
  "a map in a set": [
    "new Set([new Map([[{ a: 1 }, 2n]])])",
    "(v) => [...[...v][0]][0][0].a === 1 && [...[...v][0].values()][0] === 2n",
  ],
  "a circle": ["(() => { const c = { n: 1 }; c.c = c; return c; })()", "(v) => v.c === v"],
  "a shared object": ["((o) => [o, o])({ z: 1 })", "(v) => v[0] === v[1] && v[0].z === 1"],
  "a buffer": ["new Uint8Array([0, 255]).buffer", "(v) => new Uint8Array(v).join() === '0,255'"],
  "a part of a buffer": ["new Uint8Array([1, 2, 3]).subarray(1)", "(v) => v.join() === '2,3'"],
  "a clamped array": ["new Uint8ClampedArray([7])", "(v) => v instanceof Uint8ClampedArray"],
  "an array of bigints": ["new BigUint64Array([5n])", "(v) => v[0] === 5n"],
  "an array of floats": [
    "new Float32Array([1.5])",
    "(v) => v instanceof Float32Array && v[0] === 1.5",
  ],
  "a view": [
    "new DataView(new ArrayBuffer(3))",
    "(v) => v instanceof DataView && v.byteLength === 3",
  ],
  "a blob": [
    'new Blob(["hi"], { type: "text/x" })',
    '(v) => v.type === "text/x" && v.text().then((text) => text === "hi")',
  ],
  "a file": [
    'new File(["yo"], "n.txt", { type: "a/b", lastModified: 7 })',
    '(v) => v instanceof File && v.name === "n.txt" && v.lastModified === 7',
  ],
  "an error": ['new TypeError("boom")', '(v) => v instanceof TypeError && v.message === "boom"'],
  "a boxed number": ["Object(7)", "(v) => typeof v === 'object' && v.valueOf() === 7"],
  "a key __proto__": [
    `JSON.parse('{"__proto__": {"x": 1}}')`,
    "(v) => Object.hasOwn(v, '__proto__') && v.x === undefined && v['__proto__'].x === 1",
  ],
  "a key __proto__ beside a date": [
    `Object.assign(JSON.parse('{"__proto__": {"x": 1}}'), { d: new Date(1) })`,
    "(v) => Object.hasOwn(v, '__proto__') && v.x === undefined && v.d.getTime() === 1",
  ],
  "a member toJSON": ["({ toJSON: 1, a: 2 })", "(v) => v.toJSON === 1 && v.a === 2"],
  "an object like an encoded one": [
    '({ v: "NaN", ref: 1 })',
    '(v) => v.v === "NaN" && v.ref === 1',
  ],
};

const keys = [
  "0",
  "-1.5",
  '""',
  "Infinity",
  "new Date(3)",
  "new Uint8Array([7]).buffer",
  '[1, ["x"]]',
];

describe.skipIf(path === undefined)(`${browserTitle("saveState", path)} of values`, () => {
  let browser: Awaited<ReturnType<typeof openChromium>>;
  let site: Site;
  beforeAll(async () => {
    browser = await openChromium(path ?? "");
    site = await createSite({ "*": "<p>page</p>" });
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  async function visited(source: string, state?: StorageState) {
    const context = await browser.createBrowserContext();
    const problems: StateProblem[] = [];
    const onProblem = (problem: StateProblem) => problems.push(problem);
    if (state !== undefined) await loadState(context, state, { onProblem });
    const page = await context.newPage();
    await page.goto(site.url("/"));
    const result = await page.evaluate(source);
    const saved = await saveState(context, { onProblem });
    await context.close();
    return { result, saved, problems };
  }

  describe("of each kind", () => {
    let page: Page;
    const problems: StateProblem[] = [];
    beforeAll(async () => {
      const all = Object.entries(values).map(([name, [value]]) => put(value, JSON.stringify(name)));
      const { saved, ...first } = await visited(`Promise.resolve(${all.join(").then(() => ")})`);
      problems.push(...first.problems);
      const context = await browser.createBrowserContext();
      const onProblem = (problem: StateProblem) => problems.push(problem);
      await loadState(context, checkState(JSON.parse(JSON.stringify(saved))), { onProblem });
      page = await context.newPage();
      await page.goto(site.url("/"));
    });
    afterAll(() => page.browserContext().close());

    it.each(Object.keys(values))("carries %s", async (name) => {
      expect(await page.evaluate(ask(name, values[name]?.[1] ?? ""))).toBe(true);
      expect(problems).toEqual([]);
    });
  });

  it("carries every kind of key", async () => {
    const all = keys.map((key) => put("1", key)).join(").then(() => ");
    const { saved } = await visited(`Promise.resolve(${all})`);
    const again = await visited("1", checkState(JSON.parse(JSON.stringify(saved))));
    expect(again.saved).toEqual(saved);
    expect(again.saved.origins[0]?.indexedDB?.[0]?.stores[0]?.records).toHaveLength(keys.length);
  });

  it("leaves out what no format carries, and says so", async () => {
    const key = `crypto.subtle.generateKey({ name: "AES-GCM", length: 128 }, false, ["encrypt"])`;
    const deep = `(() => { let at = 1; for (let i = 0; i < 1000; i++) at = { at }; return at; })()`;
    const { saved, problems } = await visited(
      `${put(key)}.then(() => ${put(deep, '"deep"')}).then(() => ${put('"kept"', '"l"')})`,
    );
    const where = `${site.origin} v/s`;
    expect(problems).toEqual([
      { kind: "storage", where, reason: "TypeError: a value is nested more than 500 deep" },
      { kind: "storage", where, reason: "TypeError: [object CryptoKey] cannot be saved" },
    ]);
    const records = saved.origins[0]?.indexedDB?.[0]?.stores[0]?.records;
    expect(records).toEqual([{ key: "l", value: "kept" }]);
  });

  it("carries names and values of localStorage as they are", async () => {
    const odd = [
      ["", "empty"],
      ["__proto__", "p"],
      ["length", "9"],
      ["\ud800", "</script>\u2028\ud800"],
    ];
    const { saved } = await visited(
      `for (const [name, value] of ${JSON.stringify(odd)}) localStorage.setItem(name, value);`,
    );
    const { result } = await visited(
      `Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i)).sort()
        .map((name) => [name, localStorage.getItem(name)])`,
      saved,
    );
    expect(result).toEqual(odd);
    const entries = saved.origins[0]?.localStorage.map(({ name, value }) => [name, value]);
    expect(entries?.toSorted()).toEqual(odd);
  });

  it("carries 5 MB of localStorage and 10,000 records", async () => {
    const { saved } = await visited(`localStorage.setItem("big", "é".repeat(5_000_000));
      new Promise((resolve) => {
        const opening = indexedDB.open("v", 7);
        opening.onupgradeneeded = () => {
          const store = opening.result.createObjectStore("s", { autoIncrement: true });
          for (let i = 0; i < 10000; i++) store.put({ i, at: i % 5 ? null : new Date(i) });
        };
        opening.onsuccess = () => { opening.result.close(); resolve(); };
      })`);
    const again = await visited(
      `new Promise((resolve) => {
        const opening = indexedDB.open("v");
        opening.onsuccess = () => {
          const counting = opening.result.transaction("s").objectStore("s").count();
          counting.onsuccess = () => { opening.result.close(); resolve([counting.result,
            localStorage.getItem("big").length]); };
        };
      })`,
      saved,
    );
    expect(again.result).toEqual([10_000, 5_000_000]);
    expect(again.saved).toEqual(saved);
  }, 20_000);

  it("loads a file as Playwright writes it", async () => {
    const records: StateRecord[] = [
      { key: "map", valueEncoded: { m: [["a", { d: "2026-01-01T00:00:00.000Z" }]], id: 1 } },
      {
        key: "obj",
        valueEncoded: {
          o: [
            { k: "n", v: { v: "NaN" } },
            { k: "me", v: { ref: 1 } },
          ],
          id: 1,
        },
      },
      { keyEncoded: { d: "2026-01-01T00:00:00.000Z" }, value: { plain: [1, null] } },
    ];
    const stores = [{ name: "s", records, indexes: [], autoIncrement: false }];
    const origins = [
      { origin: site.origin, localStorage: [], indexedDB: [{ name: "v", version: 2, stores }] },
    ];
    const { saved, problems } = await visited("1", checkState({ cookies: [], origins }));
    expect(problems).toEqual([]);
    expect(saved.origins[0]?.indexedDB?.[0]?.stores[0]?.records).toEqual([
      records[2],
      records[0],
      {
        key: "obj",
        valueEncoded: {
          o: [
            { k: "n", v: { v: "NaN" } },
            { k: "me", v: { ref: 1 } },
          ],
          id: 1,
        },
      },
    ]);
  });

  it("loads what it can of a hostile file", async () => {
    const bad: StateRecord[] = [
      { key: { not: "a key" }, value: 1 },
      { value: "no key" },
      { key: 1, valueEncoded: { ta: { b: "AA==", k: "constructor" } } },
      { key: 2, valueEncoded: { ab: { b: "%%%" } } },
      { key: 3, valueEncoded: { r: { p: "(", f: "" } } },
      { key: 4, valueEncoded: { evil: 1 } },
      { key: 5, valueEncoded: { bi: "x" } },
      { key: 6, value: "good" },
    ];
    const stores = [
      { name: "s", keyPath: "not a path", records: [], indexes: [] },
      { name: "t", records: bad, indexes: [] },
    ];
    const origins = [
      { origin: site.origin, localStorage: [], indexedDB: [{ name: "v", version: 1, stores }] },
    ];
    const { saved, problems } = await visited("1", checkState({ origins }));
    expect(problems).toHaveLength(8);
    expect(new Set(problems.map(({ where }) => where))).toEqual(
      new Set([`${site.origin} v/s`, `${site.origin} v/t`]),
    );
    expect(saved.origins[0]?.indexedDB?.[0]?.stores).toEqual([
      { name: "t", autoIncrement: false, indexes: [], records: [{ key: 6, value: "good" }] },
    ]);
  });
});
