/** How much of each block is content. */
export interface BlockLabels {
  /** By block, from 0 to 1. */
  readonly labels: readonly number[];
  /** By block. */
  readonly words: readonly number[];
}

/** What a short block that is no whole line of the content may be: words that occur anywhere. */
const PAIR_FOUND = 0.6;
const WORD_FOUND = 0.3;

/** The words of a text as the benchmark counts them. */
export function listWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
}

/** Says of each block which share of its words stands in the content, in runs of three. */
export function labelBlocks(texts: readonly string[], content: string): BlockLabels {
  const words = listWords(content);
  const runs = [1, 2, 3].map((length) => new Set(runsOf(words, length)));
  const lines = new Set(content.split("\n").map((line) => listWords(line).join(" ")));
  const blocks = texts.map(listWords);
  const labels = blocks.map((block) => {
    if (block.length === 0) return 0;
    const line = block.join(" ");
    if (lines.has(line)) return 1;
    if (block.length === 1) return runs[0]?.has(line) === true ? WORD_FOUND : 0;
    if (block.length === 2) return runs[1]?.has(line) === true ? PAIR_FOUND : 0;
    return covered(block, runs[2] ?? new Set());
  });
  return { labels, words: blocks.map((block) => block.length) };
}

function runsOf(words: readonly string[], length: number): string[] {
  return words
    .slice(0, words.length - length + 1)
    .map((_, at) => words.slice(at, at + length).join(" "));
}

function covered(words: readonly string[], runs: ReadonlySet<string>): number {
  const found = new Uint8Array(words.length);
  for (const [at, run] of runsOf(words, 3).entries()) if (runs.has(run)) found.fill(1, at, at + 3);
  return found.reduce((sum, one) => sum + one, 0) / words.length;
}
