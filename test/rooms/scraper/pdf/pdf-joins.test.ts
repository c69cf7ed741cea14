import { describe, expect, it } from "vitest";
import { pdfToHtml } from "../../../../src/scraper/pdf/pdf-layout.ts";
import type { PdfLink, PdfRun } from "../../../../src/scraper/pdf/pdf-run.ts";

/** Lines of one paragraph each; `~` stands for a soft hyphen. */
function paragraphs(texts: readonly string[], links: readonly PdfLink[] = []): string[] {
  let y = 800;
  const runs = texts.flatMap((text): PdfRun[] => {
    y -= 40;
    return text.split("\n").map((line) => {
      y -= 12;
      const str = line.replaceAll("~", "\u00ad");
      return { str, x: 0, y, width: str.length * 5, fontSize: 10 };
    });
  });
  const html = pdfToHtml([{ runs, links }]);
  return [...html.matchAll(/<(p|h\d|li|th)>(.*?)<\/\1>/g)].map(([, , text = ""]) => text);
}

describe("a word that a PDF's line end divides", () => {
  it.each([
    ["a word of no other", "the manage-\nment of it", "the management of it"],
    ["with a hyphen of Unicode", "the har\u2010\nbour of it", "the harbour of it"],
    ["twice", "the inter-\nnationali-\nsation of it", "the internationalisation of it"],
    ["before its full stop", "by manip-\nulation.", "by manipulation."],
    ["after a quotation mark", "the “his-\ntory” of it", "the “history” of it"],
    ["in capital letters", "an OP-\nTIONAL part", "an OPTIONAL part"],
    ["a short word and its ending", "they are open-\ning it", "they are opening it"],
    [
      "two words that are one",
      "it goes with-\nout that, out with it",
      "it goes without that, out with it",
    ],
  ])("is joined: %s", (_, text, expected) => {
    expect(paragraphs([text])).toEqual([expected]);
  });

  it.each([
    ["by a first part", "a well-\nknown pier", "a well-known pier"],
    ["by a last part", "a water-\nbased paint", "a water-based paint"],
    ["before a number", "of COVID-\n19 here", "of COVID-19 here"],
    ["between numbers", "in 1990-\n1995 here", "in 1990-1995 here"],
    ["before a capital letter", "by Jean-\nPaul here", "by Jean-Paul here"],
    ["after a capital letter", "a NATO-\nled force", "a NATO-led force"],
    ["after a single letter", "an e-\nmail of it", "an e-mail of it"],
    [
      "with hyphens before",
      "the state-of-the-\nart of the pier",
      "the state-of-the-art of the pier",
    ],
    ["in an address", "at https://pier.example/a-\nboat now", "at https://pier.example/a-boat now"],
    ["between words with hyphens", "a pen-\nand-ink work", "a pen-and-ink work"],
    ["after a quotation mark", "a road: “one way”-\nroad", "a road: “one way”-road"],
    ["in an option", "with --dry-\nrun now", "with --dry-run now"],
  ])("keeps a hyphen of its own: %s", (_, text, expected) => {
    expect(paragraphs([text])).toEqual([expected]);
  });

  it.each([
    ["with its hyphen", "a salt-\nwater pool", "The salt-water pool.", "a salt-water pool"],
    ["in one", "a salt-\nwater pool", "Saltwater and salt water.", "a saltwater pool"],
    ["in one, however it begins", "a well-\nbeing pool", "Their wellbeing.", "a wellbeing pool"],
    ["as two words", "a north-\neast pool", "It is north, not east.", "a north-east pool"],
    ["in part", "a north-\nerly pool", "It is north.", "a northerly pool"],
    ["on divided lines alone", "a north-\neast pool", "Of the north-\nwards.", "a northeast pool"],
  ])("is as it stands elsewhere: %s", (...[, text, other, expected]) => {
    expect(paragraphs([text, other])[0]).toBe(expected);
  });

  it.each(["and", "or", "und", "oder"])("stays apart before %s", (and) => {
    expect(paragraphs([`the pre-\n${and} post-war piers`])).toEqual([
      `the pre- ${and} post-war piers`,
    ]);
  });

  it.each([
    ["in a paragraph", "the har~\nbour", "the harbour"],
    ["within a line", "the har~bour's mas~ter", "the harbour's master"],
    ["before a capital letter", "the Mc~\nArthur", "the McArthur"],
    ["of a first part", "be well~\ncome", "be wellcome"],
    ["in a list", "• the har~\nbour", "the harbour"],
  ])("is joined where its hyphen is soft: %s", (_, text, expected) => {
    expect(paragraphs([text])).toEqual([expected]);
  });

  it.each([
    ["soft", "har~", "bour", "harbour"],
    ["hard", "har-", "bour", "harbour"],
    ["its own", "Jean-", "Paul", "Jean-Paul"],
  ])("is one link where its hyphen is %s", (...[, first, rest, expected]) => {
    const rect = [0, 0, 600, 800] as const;
    expect(paragraphs([`${first}\n${rest}`], [{ url: "https://a.example/", rect }])).toEqual([
      `<a href="https://a.example/">${expected}</a>`,
    ]);
  });
});
