/** Signs that mean something to Markdown. */
const SIGNS = /[\\`*_{}[\]<>#|!~&$]/g;

/** A text of a page as plain text of one line of Markdown: nothing in it is markup or a link. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\s\u2028\u2029]+/g, " ")
    .trim()
    .replace(SIGNS, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2")
    .replace(/^[-+=:]/, "\\$&")
    .replace(/(?<=\b(?:https?|ftp|mailto)):/gi, "\\:")
    .replace(/\b(www)\./gi, "$1\\.")
    .replace(/(?<=\w)@(?=\w)/g, "\\@");
}
