import { runInNewContext } from "node:vm";
import { errorTable, eventNames, traceNames } from "dragline";
import { scrapeFailures } from "dragline/scraper";
import { describe, expect, it } from "vitest";
import { documentText, manifest, sourceFiles, type SourceFile } from "./sources.ts";

const files = sourceFiles("src");

interface Documented {
  readonly path: string;
  readonly option: string;
  readonly said: string;
}

/** Every optional property whose comment says `@default`. */
function documentedDefaults({ path, text }: SourceFile): Documented[] {
  const found = text.matchAll(
    /@default (?<said>.+?)\s*(?:\n\s*\*\/|\*\/)\s*readonly (?<option>\w+)\??:/g,
  );
  return [...found].map(({ groups = {} }) => ({
    path,
    option: groups["option"] ?? "",
    said: (groups["said"] ?? "").replace(/^`(.*)`$/, "$1"),
  }));
}

/** The values that a file's frozen defaults and destructurings give to an option, as source. */
function actualDefaults(text: string, option: string): string[] {
  const assigned = [
    ...text.matchAll(new RegExp(`^\\s*${option}: (.+?),$`, "gm")),
    ...text.matchAll(new RegExp(`[{,] ${option}: ([^,{}]+?),? \\}`, "g")),
  ];
  const destructured = [...text.matchAll(new RegExp(`\\b${option} = ([^,}]+?)\\s*[,}]`, "g"))];
  return [...assigned, ...destructured].map((match) => match[1] ?? "");
}

/** The text's value where it is a literal, else the text. */
function valueOf(text: string): unknown {
  try {
    return JSON.stringify(runInNewContext(`(${text.replace(/ as [^"]+$/, "")})`));
  } catch {
    return text.trim();
  }
}

describe("@default", () => {
  const documented = files.flatMap(documentedDefaults);

  it("is found at all", () => {
    expect(documented.length).toBeGreaterThan(10);
  });

  it.each(documented)("of $option in $path is what the code does", ({ path, option, said }) => {
    const room = `${path.split("/").slice(0, 2).join("/")}/`;
    const texts = files.filter((file) => file.path.startsWith(room)).map(({ text }) => text);
    const actual = texts.flatMap((text) => actualDefaults(text, option));
    expect(actual.map(valueOf), `${option} is documented as ${said}`).toContain(valueOf(said));
  });
});

describe("error codes", () => {
  const rows = Object.entries(errorTable).flatMap(([room, codes]) =>
    Object.entries(codes).map(([code, sentence]) => ({ room, code, sentence })),
  );
  const rooms: Readonly<Record<string, string>> = {
    fetch: "fetcher",
    scrape: "scraper",
    rateLimiter: "rate-limiter",
    action: "browser/actions",
    cdpProxy: "cdp-proxy",
    map: "mapper",
    crawl: "crawler",
    webhook: "webhooks",
  };

  it.each(rows)(
    "$room $code stands in the reference with its sentence",
    ({ room, code, sentence }) => {
      const section =
        documentText("docs/reference/errors.md").split(`#### ${room}`)[1]?.split("\n#")[0] ?? "";
      expect(section).toContain(`| \`${code}\` | ${sentence} |`);
    },
  );

  it.each(rows)("$room $code is thrown by its room", ({ room, code }) => {
    const folder = `src/${rooms[room] ?? room}/`;
    const sources = files.filter(
      ({ path }) => path.startsWith(folder) && path !== "src/core/error-table.ts",
    );
    expect(sources.some(({ text }) => new RegExp(`\\b${code}\\b`).test(text))).toBe(true);
  });
});

describe("failures of a scrape", () => {
  it.each(Object.entries(scrapeFailures))(
    "%s stands in the reference with its sentence",
    (code, sentence) => {
      expect(documentText("docs/reference/errors.md")).toContain(`| \`${code}\` | ${sentence} |`);
    },
  );
});

describe("trace channels", () => {
  it.each(traceNames)("%s stands in the reference and is published", (name) => {
    expect(documentText("docs/reference/events.md")).toContain(`\`${name}\``);
    const publishers = files.filter(
      ({ text }) => text.includes(`traced("${name}"`) || text.includes(`traced(\n    "${name}"`),
    );
    expect(publishers.length).toBe(1);
  });
});

describe("events", () => {
  it.each(eventNames)("%s stands in the reference and is told", (name) => {
    expect(documentText("docs/reference/events.md")).toContain(`\`${name}\``);
    const tellers = files.filter(({ text }) => text.includes(`tell("${name}"`));
    expect(tellers.length).toBe(1);
  });
});

describe("import paths", () => {
  const paths = Object.keys(manifest.exports).filter((path) => !path.endsWith(".json"));

  it.each(paths)("%s loads", async (path) => {
    const face = (await import(path.replace(/^\./, "dragline"))) as object;
    expect(Object.keys(face).length).toBeGreaterThan(0);
  });
});

describe("CHANGELOG", () => {
  it("states the version of the package", () => {
    expect(documentText("CHANGELOG.md")).toContain(`## ${manifest.version}`);
  });
});

describe("README", () => {
  it("has at most 200 lines", () => {
    expect(documentText("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(200);
  });
});
