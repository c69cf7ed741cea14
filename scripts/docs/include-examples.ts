import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./pages.ts";

/** A block of code below the file, or the region of one, that it is from. */
const INCLUDED =
  /<!-- (?<file>examples\/[\w./-]+\.(?<language>ts|json))(?:#(?<region>[\w-]+))? -->\n```\w+\n[\s\S]*?```/g;

/** A page whose blocks of code are what the files of its markers hold now. */
export function withExamples(page: string): string {
  return page.replaceAll(INCLUDED, (...match) => {
    const { file = "", language = "", region } = match.at(-1) as Included;
    const code = codeOf(file, region);
    const name = region === undefined ? file : `${file}#${region}`;
    return `<!-- ${name} -->\n\`\`\`${language}\n${code}\`\`\``;
  });
}

interface Included {
  readonly file?: string;
  readonly language?: string;
  readonly region?: string;
}

/** A line that begins or ends a region. */
const MARK = /^\s*\/\/ #(?:end)?region\b.*\n/gm;

/** A region of a file, wherever a part of it stands; the whole file without one. */
function codeOf(file: string, region: string | undefined): string {
  const whole = readFileSync(join(root, file), "utf8");
  if (region === undefined) return whole.replaceAll(MARK, "");
  const part = new RegExp(
    `^([^\\S\\n]*)// #region ${region}\\n([\\s\\S]*?)^\\s*// #endregion\\n`,
    "gm",
  );
  const parts = [...whole.matchAll(part)].map(([, indent = "", code = ""]) =>
    code.replaceAll(MARK, "").replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
  if (parts.length === 0) throw new Error(`${file} has no region "${region}"`);
  return parts.join("\n");
}
