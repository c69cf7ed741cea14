import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verdictsOf } from "../../../src/visibility/verdict.ts";

type Relation = "agree" | "contradict" | "silent";

/** Verdicts of sources that each make one claim that answers the question. */
function verdicts(
  sources: readonly string[],
  between: (one: string, two: string) => Relation,
  completed: readonly string[] = sources,
): Record<string, unknown> {
  const claims = sources.map((source) => ({
    source,
    text: "",
    evidence: "",
    support: "unchecked" as const,
    isCentral: true,
  }));
  const relations = claims.flatMap((claim, index) =>
    sources
      .filter((source) => source !== claim.source)
      .map((source) => {
        const relation = between(claim.source, source);
        return { claim: index, source, relation, by: "model" as const };
      }),
  );
  return Object.fromEntries(verdictsOf({ completed, compared: sources }, { claims, relations }));
}

/** What sources say: the same letter agrees, another contradicts, `-` is silent. */
const saying = (said: Readonly<Record<string, string>>) => {
  return (one: string, two: string): Relation => {
    if (said[one] === "-" || said[two] === "-") return "silent";
    return said[one] === said[two] ? "agree" : "contradict";
  };
};

describe("verdictsOf", () => {
  it.each([
    [
      { a: "x", b: "x" },
      { a: "consensus", b: "consensus" },
    ],
    [
      { a: "x", b: "y" },
      { a: null, b: null },
    ],
    [{ a: "x" }, { a: null }],
    [
      { a: "x", b: "x", c: "y" },
      { a: "consensus", b: "consensus", c: "outlier" },
    ],
    [
      { a: "x", b: "x", c: "-" },
      { a: "consensus", b: "consensus", c: "outlier" },
    ],
    [
      { a: "x", b: "x", c: "y", d: "y" },
      { a: null, b: null, c: null, d: null },
    ],
    [
      { a: "x", b: "x", c: "y", d: "-" },
      { a: null, b: null, c: null, d: null },
    ],
    [
      { a: "-", b: "-", c: "-" },
      { a: null, b: null, c: null },
    ],
  ])("of %j are %j", (said: Record<string, string>, expected) => {
    expect(verdicts(Object.keys(said), saying(said))).toEqual(expected);
  });

  it("are of a majority of all that have completed, refusals among them", () => {
    const said = { a: "x", b: "x" };
    const none = verdicts(["a", "b"], saying(said), ["a", "b", "c", "d"]);
    expect(none).toEqual({ a: null, b: null, c: null, d: null });
    const some = verdicts(["a", "b"], saying(said), ["a", "b", "c"]);
    expect(some).toEqual({ a: "consensus", b: "consensus", c: null });
  });

  it("are none for who stands in one of two majorities only", () => {
    const between = (one: string, two: string): Relation => {
      return [one, two].toSorted().join("") === "ad" ? "contradict" : "agree";
    };
    expect(verdicts(["a", "b", "c", "d"], between)).toEqual({
      a: null,
      b: "consensus",
      c: "consensus",
      d: null,
    });
  });

  it("join answers that agree through a third", () => {
    const between = (one: string, two: string): Relation =>
      one === "b" || two === "b" ? "agree" : "silent";
    expect(verdicts(["a", "b", "c"], between)).toEqual({
      a: "consensus",
      b: "consensus",
      c: "consensus",
    });
  });

  it("weigh a contradiction in the answer above agreement besides", () => {
    const claims = [true, false, false].map((isCentral) => {
      return { source: "a", text: "", evidence: "", support: "unchecked" as const, isCentral };
    });
    const relations = (["contradict", "agree", "agree"] as const).map((relation, claim) => {
      return { claim, source: "b", relation, by: "model" as const };
    });
    const sources = { completed: ["a", "b"], compared: ["a", "b"] };
    expect([...verdictsOf(sources, { claims, relations }).values()]).toEqual([null, null]);
    const besides = relations.filter(({ relation }) => relation === "agree");
    const same = verdictsOf(sources, { claims, relations: besides });
    expect([...same.values()]).toEqual(["consensus", "consensus"]);
  });

  it("never name a consensus of half or less, nor one that contradicts itself", () => {
    const said = fc.dictionary(
      fc.constantFrom("a", "b", "c", "d", "e", "f", "g"),
      fc.constantFrom("x", "y", "-"),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(said, (says) => {
        const sources = Object.keys(says);
        const found = verdicts(sources, saying(says));
        const camp = sources.filter((source) => found[source] === "consensus");
        if (camp.length > 0) {
          expect(camp.length * 2).toBeGreaterThan(sources.length);
          expect(new Set(camp.map((source) => says[source])).size).toBe(1);
        } else {
          expect(sources.every((source) => found[source] === null)).toBe(true);
        }
      }),
    );
  });
});
