import type { OutlineChange } from "./compare-outlines.ts";
import type { OutlineWriter } from "./outline-writer.ts";

/** Writes changes as lines that begin with `+ `, `~ ` or `- `, below lines that say where. */
export function writeChanges(changes: readonly OutlineChange[], writer: OutlineWriter): string {
  const signs = { added: "+ ", changed: "~ ", removed: "- " };
  let place = "";
  return changes
    .flatMap(({ kind, node, path }) => {
      const here = path.length === 0 ? "" : `in ${path.join(" > ")}:`;
      const head = here === place ? [] : [here === "" ? "at the top:" : here];
      place = here;
      const own = kind === "removed" ? { ...node, acts: false } : node;
      const around = { key: node.key, from: 0 };
      const lines =
        kind === "added" ? writer.write([own], around).text.split("\n") : [writer.line(own)];
      return [...head, ...lines.map((line) => `${signs[kind]}${line.replace(/^- /, "")}`)];
    })
    .join("\n");
}
