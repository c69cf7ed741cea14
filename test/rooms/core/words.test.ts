import { describe, expect, it } from "vitest";
import { errorTable } from "../../../src/core/error-table.ts";
import { serviceCodes } from "../../../src/core/service-codes.ts";

/** Words that mean several things, unless the word before them says which. */
const BARE =
  /(?<!extraction |action )\brecipe\b|(?<!saved |interactive |browser )\bsession\b(?! store)|(?<!identity )\bsource\b/i;

const sentences = Object.entries({ ...errorTable, service: serviceCodes }).flatMap(
  ([room, codes]) =>
    Object.entries(codes as Readonly<Record<string, string>>).map(
      ([code, sentence]) => [`${room} ${code}`, sentence] as const,
    ),
);

describe("the sentences of error codes", () => {
  it.each(sentences)("name apart what has one word: %s", (_, sentence) => {
    expect(sentence).not.toMatch(BARE);
  });
});
