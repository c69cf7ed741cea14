import type { RunFile } from "../run/runner.ts";

/** Characters of a name; file systems take 255 bytes. */
const LONGEST = 120;

/**
 * A name that every file system and header takes, and that no other file of the run has. Separators,
 * control characters and what Windows refuses become `-`.
 */
export function fileName(wanted: string, others: readonly Pick<RunFile, "name">[]): string {
  const plain = wanted
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069/\\:*?"<>|]+/g, "-")
    .replace(/^[.\s-]+|[.\s]+$/g, "");
  const [base, extension] = parted(plain === "" ? "file" : plain);
  const taken = new Set(others.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${base}${extension}` : `${base}-${number}${extension}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

function parted(name: string): readonly [base: string, extension: string] {
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? "";
  const base = name.slice(0, name.length - extension.length);
  return [Array.from(base).slice(0, LONGEST).join(""), extension];
}
