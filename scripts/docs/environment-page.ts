// docs/reference/environment.md: every environment variable that src/ reads.
import { sourceFiles } from "../../test/sources.ts";
import { cell } from "./comment.ts";
import { variableGroups } from "./environment-table.ts";
import { page, table } from "./page.ts";

/** @throws Error that lists variables that are read and not described */
export function environmentPage(): string {
  const described = new Set(
    variableGroups.flatMap(({ variables }) => variables.map(({ name }) => name)),
  );
  const missing = [...variablesRead()].filter((name) => !described.has(name));
  if (missing.length > 0) {
    throw new Error(`scripts/docs/environment-table.ts lacks: ${missing.join(", ")}`);
  }
  return page({
    title: "Environment variables",
    source: "`scripts/docs/environment-table.ts`, which is compared with what `src/` reads",
    introduction: [
      "The command line and the service read these. The library itself reads those of [Chromium and ffmpeg](#chromium-and-ffmpeg) alone: everything else is an option. An empty variable counts as absent. Flags such as `--secret NAME=VARIABLE` take a value from any variable that you name.",
      "Proxy variables (`HTTP_PROXY` and the like) are not read: requests go through the address guard, and proxies are an option. A browser that Dragline starts gets only the variables that it needs (paths, language, fonts); ffmpeg gets `PATH`, `LD_LIBRARY_PATH`, `SYSTEMROOT` and `TMPDIR`.",
    ],
    sections: variableGroups.map(({ title, about, variables }) => {
      const rows = variables.map(({ name, meaning, absent }) => [
        `\`${name}\``,
        cell(meaning),
        cell(absent),
      ]);
      return [`## ${title}`, about, table(["Variable", "Meaning", "Without it"], rows)].join(
        "\n\n",
      );
    }),
  });
}

const readings = [
  /"((?:DRAGLINE|S3|SMTP|MAIL|PUPPETEER)_[A-Z0-9_]+|(?!INVALID_|MAX_|LONGEST_)[A-Z][A-Z0-9]*_URL)"/g,
  /\b(?:env|environment|host)(?:\["([A-Z][A-Z0-9_()]*)"\]|\.([A-Z][A-Z0-9_]+))/g,
];
/** Names that a list or a pattern of an object holds. */
const lists = /^const [A-Z_]*(?:VARIABLES|FOLDERS) = \[([^\]]*)\]|\{([^{}]*)\}: Environment\b/gm;

/** Given to programs that are started, or set for them: the introduction names them. */
const passedOn = new Set(["LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "BREAKPAD_DUMP_LOCATION"]);

/** The variables that the sources name where they read the environment. */
export function variablesRead(): ReadonlySet<string> {
  const codes = sourceFiles("src").map(({ text }) =>
    text.replaceAll(/^ *\/\*\*[\s\S]*?\*\//gm, ""),
  );
  const readers = codes.filter((code) => /\benv\b|\bEnvironment\b/.test(code));
  const names = new Set(readers.flatMap((code) => [...namesIn(code)]));
  // `DRAGLINE_AI` is what several names begin with.
  const isWhole = (name: string): boolean => ![...names].some((one) => one.startsWith(`${name}_`));
  return new Set([...names].filter((name) => isWhole(name) && !passedOn.has(name)));
}

function* namesIn(text: string): Generator<string> {
  for (const reading of readings) {
    for (const [, name, member] of text.matchAll(reading)) yield name ?? member ?? "";
  }
  for (const [, quoted, taken] of text.matchAll(lists)) {
    for (const [name] of (quoted ?? taken ?? "").matchAll(/[A-Z][A-Z0-9_]{3,}(?:\(X86\))?/g))
      yield name;
  }
}
