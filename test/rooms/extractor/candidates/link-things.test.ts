import { linkThings } from "../../../../src/extractor/candidates/link-things.ts";
import { describe, expect, it } from "vitest";

describe("references between things", () => {
  it("repeat no more of a large thing than a page may have", () => {
    const references = Array.from({ length: 200 }, () => ({ "@id": "#all" }));
    const knows = Array.from({ length: 1000 }, (_, at) => ({ name: `Person ${at}` }));
    const roots = [
      { "@type": "Recipe", author: references },
      { "@id": "#all", "@type": "Person", name: "Ann", knows },
    ];
    const [recipe] = linkThings(roots, "https://kitchen.example/");
    const { author } = recipe as { readonly author: readonly { readonly knows?: unknown }[] };
    const written = new Set(author.flatMap((each) => each.knows ?? []));
    expect(written.size).toBeGreaterThan(1000);
    expect(written.size).toBeLessThanOrEqual(20_000);
    expect(author.at(0)).toMatchObject({ name: "Ann", knows });
    expect(author.at(-1)).toEqual({ "@id": "#all" });
  });
});
