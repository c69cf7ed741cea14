import { Code, codeAt } from "./character.ts";

/** How many more brackets the text opens than it closes; escaped ones are text. */
export function openBrackets(text: string): number {
  let open = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = codeAt(text, index);
    if (code === Code.backslash) index += 1;
    else if (code === Code.bracket) open += 1;
    else if (code === Code.closeBracket) open -= 1;
  }
  return open;
}

/** `# C #` would lose its last character (CommonMark 4.2). */
export function escapeClosingSigns(parts: string[]): void {
  const text = parts.at(-1) ?? "";
  if (text.endsWith("#") && /(?:^|\s)#+$/.test((parts.at(-2) ?? "").slice(-1) + text)) {
    parts[parts.length - 1] = `${text.slice(0, -1)}\\#`;
  }
}

/** The text with a backslash at an index. */
export function escapeAt(text: string, index: number): string {
  return `${text.slice(0, index)}\\${text.slice(index)}`;
}
