/**
 * What a terminal or a browser acts upon instead of showing it: control characters, marks that turn
 * the direction of writing, separators of lines, halves of surrogate pairs.
 */
const control =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

/**
 * A text without its line end, with every character that does something written as `\x1b` or so.
 * @param showReturn whether the carriage return of a line end is shown, where it is what differs
 */
export function showControls(line: string, showReturn = false): string {
  return line.replace(showReturn ? /\n$/ : /\r?\n$/, "").replace(control, escaped);
}

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
}
