/** Estimates the columns that a text takes on a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[\p{M}\p{Cf}]/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

/** A text with as many spaces behind it as it needs to take so many columns. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/** The beginning of a text that takes at most so many columns. */
export function cutText(text: string, width: number): string {
  return textWidth(text) <= width ? text : `${headOf(text, width - 1)}…`;
}

/**
 * Lines of at most so many columns, broken between words; a longer word is broken, an address never.
 */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((each) => piecesOf(each, width))) {
    if (line !== "" && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function piecesOf(word: string, width: number): string[] {
  if (textWidth(word) <= width || /^\W*https?:/.test(word)) return [word];
  const pieces: string[] = [];
  for (let rest = word; rest !== "";) {
    const piece = headOf(rest, width);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** At least one character. */
function headOf(text: string, width: number): string {
  let [head, columns] = ["", 0];
  for (const character of text) {
    columns += textWidth(character);
    if (columns > width && head !== "") break;
    head += character;
  }
  return head;
}
