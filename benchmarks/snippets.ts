/** Says of each snippet whether the text has it: 1 or 0. Case and white space do not count. */
export function findSnippets(text: string, snippets: readonly string[]): number[] {
  const folded = fold(text);
  return snippets.map((snippet) => (folded.includes(fold(snippet)) ? 1 : 0));
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}
