import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { codeLines } from "../scripts/shape.ts";
import { documentText, manifest, root, sourceFiles } from "./sources.ts";

/** The floor law: a room imports rooms on lower floors only. */
const floors: Readonly<Record<string, number>> = {
  core: 0,
  client: 1,
  pg: 1,
  opentelemetry: 1,
  net: 2,
  html: 2,
  storage: 2,
  "rate-limiter": 2,
  fetcher: 3,
  markdown: 3,
  queue: 3,
  browser: 3,
  mapper: 3,
  diff: 3,
  evidence: 3,
  ai: 4,
  vault: 5,
  extractor: 5,
  agent: 6,
  citations: 6,
  search: 5,
  "cdp-proxy": 6,
  scraper: 6,
  crawler: 6,
  webhooks: 6,
  monitor: 6,
  converter: 6,
  notifier: 7,
  wire: 7,
  research: 7,
  visibility: 7,
  builder: 8,
  service: 9,
  mcp: 10,
  dashboard: 10,
  node: 11,
  // The package's own face: errors, clock, canonical URL; later the service factory.
  "": 9,
};

/** Folders of `html` whose files import earlier ones only. */
const layers = ["scan", "tree", "address", "view", "facts", "main"];

/** `testing` stands beside the house: it may use any room, and none may use it. */
const SIDE = "testing";

/** Rooms that a host does not import; their faces serve other rooms. */
const internalRooms = new Set(["core", "pg", "net", "evidence", "citations"]);

/** Folders of a room that have an import path of their own (`storage/sqlite`), and that path. */
const parts: Readonly<Record<string, string>> = { "browser/actions": "actions" };
const adapters = sourceFiles("src").flatMap(({ path }) => {
  const part = /^src\/((?:storage|queue|rate-limiter|browser|search)\/[\w-]+)\/index\.ts$/.exec(
    path,
  )?.[1];
  return part === undefined ? [] : (parts[part] ?? part);
});

/**
 * Families of the service that know others: `request` shows what those show. `service` joins the slices
 * in `compose`; nothing else may look into one.
 */
const acquainted = new Set([
  "request -> agentic-search",
  "request -> search",
  "request -> url-scraper",
]);

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const files = sourceFiles("src");
const imports = files.flatMap(({ path, text }) => relativeImports(path, text));

function relativeImports(path: string, text: string): Import[] {
  const found = text.matchAll(
    /^\s*(import|export)(\s+type)?\b[^;]*?\bfrom\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm,
  );
  return [...found].map((match) => ({
    from: path,
    to: normalize(join(dirname(path), match[3] ?? match[4] ?? "")),
    typeOnly: match[2] !== undefined,
  }));
}

/** Types cost nothing when a module is loaded. */
function loadedPackages(text: string): string[] {
  return packageImports(text.replaceAll(/^import type [^;]*;/gm, ""));
}

function packageImports(text: string): string[] {
  return [...text.matchAll(/\bfrom\s+"([^".][^"]*)"|import\("([^".][^"]*)"\)/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
}

/** `src/fetcher/robots/robots.ts` -> `fetcher`; `src/index.ts` -> "". */
function roomOf(path: string): string {
  const parts = path.split("/");
  return parts.length > 2 ? (parts[1] ?? "") : "";
}

/** `src/service/slices/map/routes.ts` -> `map`; undefined for what is in no slice. */
function sliceOf(path: string): string | undefined {
  return /^src\/service\/slices\/([\w-]+)\//.exec(path)?.[1];
}

/** Imports that look into a slice of the service and may not. */
function intrusions(edges: readonly Import[]): string[] {
  return edges.flatMap(({ from, to }) => {
    const [here, there] = [sliceOf(from), sliceOf(to)];
    const mayEnter = here === undefined && /^src\/service\/(?:compose\/|index\.ts$)/.test(from);
    if (there === undefined || here === there || mayEnter) return [];
    return here !== undefined && acquainted.has(`${here} -> ${there}`) ? [] : [`${from} -> ${to}`];
  });
}

/** Finds a cycle among the imports, as a readable path. */
function cycleIn(edges: readonly Import[]): string | undefined {
  const next = Map.groupBy(edges, ({ from }) => from);
  const settled = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path].join(" -> ");
    if (settled.has(path)) return undefined;
    for (const { to } of next.get(path) ?? []) {
      const cycle = visit(to, [...trail, path]);
      if (cycle !== undefined) return cycle;
    }
    settled.add(path);
    return undefined;
  };
  for (const path of next.keys()) {
    const cycle = visit(path, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

describe("the house", () => {
  it("has a floor for every room", () => {
    const rooms = new Set(files.map(({ path }) => roomOf(path)));
    expect([...rooms].filter((room) => room !== SIDE && !(room in floors))).toEqual([]);
    expect(Object.keys(floors).filter((room) => !rooms.has(room))).toEqual([]);
  });

  it("imports lower floors only", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)];
      if (here === there || here === SIDE) return false;
      return there === SIDE || (floors[there] ?? 10) >= (floors[here] ?? -1);
    });
    expect(wrong).toEqual([]);
  });

  it("enters another room by its index.ts or internal.ts only", () => {
    const deep = imports.filter(
      ({ from, to }) => roomOf(from) !== roomOf(to) && !/\/(?:index|internal)\.ts$/.test(to),
    );
    expect(deep).toEqual([]);
  });

  it("keeps a room's internal.ts for other rooms", () => {
    const own = imports.filter(
      ({ from, to }) => roomOf(from) === roomOf(to) && to.endsWith("/internal.ts"),
    );
    expect(own).toEqual([]);
    const targets = Object.values(manifest.exports).map(
      (target) => target["dragline-source"] ?? "",
    );
    expect(targets.filter((path) => path.endsWith("/internal.ts"))).toEqual([]);
  });

  it("keeps the order of html's layers", () => {
    const layerOf = (path: string): number =>
      layers.indexOf(/^src\/html\/([\w-]+)\//.exec(path)?.[1] ?? "");
    const upward = imports.filter(({ from, to }) => {
      const [here, there] = [layerOf(from), layerOf(to)];
      return here >= 0 && there > here;
    });
    expect(upward).toEqual([]);
  });

  it("resolves every relative import", () => {
    expect(imports.filter(({ to }) => !existsSync(join(root, to)))).toEqual([]);
  });

  it("has no import cycle", () => {
    expect(cycleIn(imports.filter(({ typeOnly }) => !typeOnly))).toBeUndefined();
  });

  it("would see a cycle", () => {
    const edge = (from: string, to: string): Import => ({ from, to, typeOnly: false });
    expect(cycleIn([edge("a", "b"), edge("b", "c"), edge("c", "b")])).toBe("b -> c -> b");
  });

  it("enters a slice of the service from compose only, types counted", () => {
    expect(intrusions(imports)).toEqual([]);
  });

  it("lists no acquaintance of slices that is over", () => {
    const known = imports.map(({ from, to }) => `${sliceOf(from)} -> ${sliceOf(to)}`);
    expect([...acquainted].filter((pair) => !known.includes(pair))).toEqual([]);
  });

  it("would see a slice that knows another, and an intruder", () => {
    const slices = "src/service/slices";
    const edge = (from: string, to: string): Import => ({ from, to, typeOnly: true });
    const wrong = [
      edge(`${slices}/map/map.ts`, `${slices}/crawl/crawl.ts`),
      edge("src/service/jobs/job.ts", `${slices}/map/slice.ts`),
    ];
    const right = edge("src/service/compose/slices.ts", `${slices}/map/slice.ts`);
    expect(intrusions([...wrong, right])).toHaveLength(2);
  });

  it("imports service/compose from nowhere but the room's face", () => {
    const composed = imports.filter(({ to }) => to.startsWith("src/service/compose/"));
    const wrong = composed.filter(
      ({ from }) => !from.startsWith("src/service/compose/") && from !== "src/service/index.ts",
    );
    expect(wrong).toEqual([]);
  });

  it("imports zod in schema.ts only, and where schemas are described", () => {
    const wrong = files.filter(
      ({ path, text }) =>
        loadedPackages(text).some((name) => /^(?:zod|@hono\/zod-openapi)$/.test(name)) &&
        !/(?:[/-]schema|\/describe-routes)\.ts$/.test(path),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("knows time and chance in two files only", () => {
    const source =
      /\bDate\.now\(|new Date\(\)|\bperformance\.now\(|\bset(?:Timeout|Interval)\(|\bMath\.random\(|\brandom(?:Bytes|UUID)\(/;
    const allowed = new Set(["src/core/clock.ts", "src/core/ids.ts"]);
    // Scripts of pages that are served run in a visitor's browser, which has no clock of ours.
    const served =
      /^src\/(?:cdp-proxy\/(?:interactive\/page|recording\/player)|dashboard)\/client\//;
    const wrong = files.filter(
      ({ path, text }) => !allowed.has(path) && !served.test(path) && source.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("keeps faces small and made of named re-exports", () => {
    const faces = files.filter(({ path }) =>
      /^src\/(?:[\w-]+\/){0,2}(?:index|internal)\.ts$/.test(path),
    );
    for (const { path, text } of faces) {
      // Its header says what it is for; the code behind it is counted.
      const code = text.replace(/^\/\*\*[\s\S]*?\*\/\n/, "");
      // The types of the client are written from the service's description, and all of them are shown.
      const rest = code
        .replaceAll(/export (?:type )?\{[^}]*\} from "[^"]+";/g, "")
        .replace('export type * from "./api.ts";', "")
        .trim();
      expect(rest, path).toBe("");
      expect(code.split("\n").length, path).toBeLessThanOrEqual(62);
    }
  });

  it("has no file above 300 lines of code", () => {
    const folders = ["src", "test", "examples", "benchmarks", "scripts"];
    const everywhere = folders.flatMap((folder) => sourceFiles(folder));
    const long = everywhere.filter(({ text }) => codeLines(text) > 300);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it("bans vague words in names", () => {
    const vague = /(?:^|[-/])(?:utils?|helpers?|common|misc|manager|data|info|process|do)(?=[-./])/;
    expect(files.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
  });

  it("gives each public room an export, and each export a room", () => {
    const rooms = [...new Set(files.map(({ path }) => roomOf(path)))];
    const expected = rooms
      .filter((room) => !internalRooms.has(room))
      .map((room) => (room === "" ? "." : `./${room}`))
      .concat(adapters.map((path) => `./${path}`));
    const actual = Object.keys(manifest.exports).filter((path) => !path.endsWith(".json"));
    expect(actual.toSorted()).toEqual(expected.toSorted());
    for (const path of actual) {
      const source = manifest.exports[path]?.["dragline-source"] ?? "";
      expect(existsSync(join(root, source)), source).toBe(true);
    }
  });

  it("lists each import path in the README's table", () => {
    const table = [...documentText("README.md").matchAll(/^\| `(dragline(?:\/[^`]*)?)` \|/gm)].map(
      (match) => match[1] ?? "",
    );
    const paths = Object.keys(manifest.exports)
      .filter((path) => !path.endsWith(".json"))
      .map((path) => path.replace(/^\./, "dragline"));
    expect(table.toSorted()).toEqual(paths.toSorted());
  });

  it("names no registry host in the lockfiles", () => {
    for (const file of ["package-lock.json", "benchmarks/package-lock.json"]) {
      const lock = sourceText(file);
      expect(lock.includes('"resolved"'), file).toBe(false);
    }
  });
});

function sourceText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
