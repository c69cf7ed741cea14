import { array, constantFrom, nat, oneof, string, tuple, type Arbitrary } from "fast-check";

/** Lines that repeat, with ends of every kind, and pieces that are no whole lines. */
const line = constantFrom(
  "a\n",
  "b\n",
  "c\r\n",
  "\n",
  "# Heading\n",
  "The quick brown fox jumps over the lazy dog.\n",
  "The quick red fox jumps over 1,250 lazy dogs.\n",
  "no end",
  "\ud800",
  "\udc00",
  "\r",
  "漢字かな。",
  "😀 👩‍👩‍👧 ",
  `${"word and ".repeat(500)}end.\n`,
  `${"A sentence of many. ".repeat(300)}\n`,
  `${"x".repeat(9000)}\n`,
);

/** Any text: of lines that repeat, or of anything. */
export const anyText: Arbitrary<string> = oneof(
  array(line, { maxLength: 40 }).map((lines) => lines.join("")),
  string({ unit: "binary", maxLength: 60 }),
);

/** Two texts, of which the second is often the first with changes, or with a block elsewhere. */
export const textPair: Arbitrary<readonly [string, string]> = oneof(
  tuple(anyText, anyText),
  tuple(array(line, { maxLength: 40 }), array(tuple(nat(40), nat(2), line))).map(
    ([lines, edits]) => {
      const edited = [...lines];
      for (const [at, dropped, added] of edits) edited.splice(at, dropped, added);
      return [lines.join(""), edited.join("")] as const;
    },
  ),
  tuple(nat(20), nat(20), array(nat(20))).map(([from, to, edits]) => {
    const paragraphs = Array.from({ length: 20 }, (_, at) => [
      `Of ${at}, there is this to say.\n`,
      "\n",
    ]);
    const edited = paragraphs.map((paragraph) => [...paragraph]);
    for (const at of edits) edited[at]?.splice(0, 1, `Of ${at}, there is nothing to say.\n`);
    edited.splice(to, 0, ...edited.splice(from, 3));
    return [paragraphs.flat().join(""), edited.flat().join("")] as const;
  }),
);

/** A text of many lines by a rule. */
export function linesOf(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");
}
