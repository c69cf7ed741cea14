/** What the scanner found. */
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** The kinds of token. */
export const TokenKind = Object.freeze({
  end: 0,
  text: 1,
  startTag: 2,
  endTag: 3,
  comment: 4,
  doctype: 5,
  /** The text of a CDATA section in svg or math. */
  cdata: 6,
});
