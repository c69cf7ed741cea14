// docs/reference/exports.md: every import path with its names.
import { cell, codeCell, tagOf } from "./comment.ts";
import { page } from "./page.ts";
import type { ImportPath, PublicName } from "./source-program.ts";

/** @throws Error that lists what has no comment */
export function exportsPage(paths: readonly ImportPath[]): string {
  const bare = undocumented(paths);
  if (bare.length > 0) {
    throw new Error(`These have no TSDoc comment of at least a sentence:\n  ${bare.join("\n  ")}`);
  }
  return page({
    title: "Exports",
    source: "the comments and types in `src/`",
    introduction: [
      "Every import path of the package, in the order of `package.json`, with all of its names. What is not listed here is not public. The options of each are in [options.md](options.md).",
      "A signature that is too long is cut: `{ … }` and `…` stand for what is left out; your editor shows the whole type. Every class of errors comes with a function that recognises it, as described in [errors.md](errors.md).",
    ],
    sections: paths.map(section),
  });
}

function undocumented(paths: readonly ImportPath[]): readonly string[] {
  return paths.flatMap(({ path, file, header, names }) => {
    const bare = names.filter(({ comment }) => comment.sentence === "");
    const above = header.sentence === "" ? [`${file}: the header of ${path}`] : [];
    return [...above, ...bare.map(({ name, place }) => `${place.split(":")[0]}: ${name}`)];
  });
}

function section({ path, header, names }: ImportPath): string {
  const example = header.tags.find(({ name }) => name === "example")?.text ?? "";
  const parts = [`## ${path}`, header.text, example, table(names)];
  return parts.filter((part) => part !== "").join("\n\n");
}

function table(names: readonly PublicName[]): string {
  return ["| Name | Kind | Signature | What it is |", "|---|---|---|---|", ...names.map(row)].join(
    "\n",
  );
}

function row({ name, kind, signature, comment }: PublicName): string {
  const old = tagOf(comment, "deprecated");
  const said = old === undefined ? comment.sentence : `Deprecated: ${old} ${comment.sentence}`;
  return `| \`${name}\` | ${kind} | ${codeCell(signature)} | ${cell(said)} |`;
}
