import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { manifest, sourceFiles } from "./sources.ts";

/**
 * Types that a public signature mentions (and three that declarations of constants do), though no file
 * imports them. The number only becomes smaller.
 */
const MOST_UNUSED = 50;

/** `scripts/build.mjs` imports it from `dist`. */
const ofTheBuild = new Set(["src/wire/catalog-folder/built-in-catalog.ts: bundleOf"]);

const DOOR = /(?:^|\/)(?:index|internal)\.ts$/;

const files = ["src", "test", "examples", "benchmarks", "scripts"].flatMap((folder) =>
  sourceFiles(folder),
);
const imports = files.flatMap(({ path, text }) => importsOf(path, text));
const imported = Map.groupBy(imports, ({ to }) => to);

interface Import {
  readonly from: string;
  readonly to: string;
  /** Undefined when all of the module is taken. */
  readonly names: readonly string[] | undefined;
}

function importsOf(path: string, text: string): Import[] {
  const named =
    /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*"([^"]+)"|\{([^{}]*)\}\s*=\s*await\s+import\(\s*"([^"]+)"/g;
  const member = /\bimport\(\s*"([^"]+)"\s*\)\.(\w+)/g;
  const whole =
    /\*\s*as\s+\w+\s+from\s*"([^"]+)"|(?<!\}\s*=\s*await\s+)\bimport\(\s*"([^"]+)"\s*\)(?!\.\w)/g;
  const to = (target: string): string => fileOf(path, target);
  return [
    ...[...text.matchAll(named)].map(([, list, target = "", taken, file = ""]) => ({
      from: path,
      to: to(target || file),
      names: namesIn(list ?? taken ?? ""),
    })),
    ...[...text.matchAll(member)].map(([, target = "", name = ""]) => ({
      from: path,
      to: to(target),
      names: [name],
    })),
    ...[...text.matchAll(whole)].map(([, target, file]) => ({
      from: path,
      to: to(target ?? file ?? ""),
      names: undefined,
    })),
  ];
}

/** `type A as B, c` and `a: b` name `A`, `c` and `a`. */
function namesIn(list: string): string[] {
  const parts = list.split(",").map((part) => /^\s*(?:type\s+)?(\w+)/.exec(part)?.[1] ?? "");
  return parts.filter((name) => name !== "");
}

function fileOf(from: string, target: string): string {
  if (target.startsWith(".")) return normalize(join(dirname(from), target)).replaceAll("\\", "/");
  const source = manifest.exports[target.replace(/^dragline/, ".")]?.["dragline-source"];
  return source?.slice(2) ?? target;
}

function exportedBy(text: string): string[] {
  const declared =
    /^export\s+(?:(?:declare|abstract|async)\s+)*(?:function\*?|const|class|interface|type|enum)\s+(\w+)/gm;
  return [...new Set([...text.matchAll(declared)].map(([, name = ""]) => name))];
}

function reExportedBy(text: string): string[] {
  return [...text.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm)].flatMap(([, list = ""]) =>
    namesIn(list),
  );
}

/** What a file exports and no other file takes. */
function unusedIn(path: string, names: readonly string[]): string[] {
  const takers = imported.get(path) ?? [];
  if (takers.some((taker) => taker.names === undefined)) return [];
  const taken = new Set(takers.flatMap((taker) => taker.names ?? []));
  return names.filter((name) => !taken.has(name)).map((name) => `${path}: ${name}`);
}

const sources = files.filter(({ path }) => path.startsWith("src/"));

describe("exports", () => {
  it("reads imports of every form", () => {
    const text = `import { type A, b as c } from "./x.ts";
      const { d, e: f } = await import("./x.ts");
      type G = import("./x.ts").G;
      import * as all from "dragline/html";`;
    expect(importsOf("src/net/y.ts", text).map(({ to, names }) => [to, names])).toEqual([
      ["src/net/x.ts", ["A", "b"]],
      ["src/net/x.ts", ["d", "e"]],
      ["src/net/x.ts", ["G"]],
      ["src/html/index.ts", undefined],
    ]);
  });

  it("are imported by another file, but for types that only signatures mention", () => {
    const unused = sources
      .filter(({ path }) => !DOOR.test(path) && !/^src\/client\/api[./]/.test(path))
      .flatMap(({ path, text }) => unusedIn(path, exportedBy(text)))
      .filter((name) => !ofTheBuild.has(name));
    expect(unused.length, unused.join("\n")).toBeLessThanOrEqual(MOST_UNUSED);
  });

  it("of an internal.ts are imported by another room, and are in no index.ts", () => {
    const doors = sources.filter(({ path }) => path.endsWith("/internal.ts"));
    expect(doors.flatMap(({ path, text }) => unusedIn(path, reExportedBy(text)))).toEqual([]);
    const both = doors.flatMap(({ path, text }) => {
      const index = sources.find((file) => file.path === path.replace("internal.ts", "index.ts"));
      const shown = new Set(reExportedBy(index?.text ?? ""));
      return reExportedBy(text).filter((name) => shown.has(name));
    });
    expect(both).toEqual([]);
  });
});
