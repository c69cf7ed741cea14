import { describe, expect, it } from "vitest";
import { FakeEngine, transports, useWorld, type Doc, type User } from "../transports/index.ts";

const query = "What does the Alpha 3 cost?";
const path = "/ai-visibility/search";
const [dear, cheap] = ["The Alpha 3 costs 120 dollars.", "The Alpha 3 costs 90 dollars."];

interface Claim {
  readonly text: string;
  readonly evidence: string;
  readonly is_central: boolean;
  readonly others: readonly object[];
}
interface Comparison {
  readonly claims: readonly Claim[];
  readonly notes: readonly string[];
}

async function finish(user: User, more: object = {}): Promise<Doc> {
  const { json } = await user.post(path, { query, ...more });
  return user.settled(`${path}/${json.id}`);
}

const verdicts = ({ results }: Doc): unknown[] => results.map((result) => result["verdict"]);
const comparison = (result: Doc | undefined): Comparison | null =>
  JSON.parse(String(result?.["full_content"])).comparison;

describe.each(transports)("2.13 verdicts, over $name", (transport) => {
  const world = useWorld(transport);
  const say = (...contents: readonly string[]): void => {
    for (const [index, engine] of [world.acme, world.beta, world.gamma].entries()) {
      engine.content = contents[index] ?? "";
      engine.failure = undefined;
    }
  };

  it("are consensus for the majority and outlier for the others", async () => {
    say(dear, cheap, dear);
    expect(verdicts(await finish(world.alice))).toEqual(["consensus", "outlier", "consensus"]);
  });

  it("are told by the claims of each answer and what the others say of them, verbatim", async () => {
    say(dear, cheap, dear);
    const { results } = await finish(world.alice);
    expect(comparison(results[1])).toEqual({
      claims: [
        {
          text: cheap,
          evidence: cheap,
          is_central: true,
          others: [
            { source: "acme", relation: "contradict", evidence: dear, by: "readers" },
            { source: "gamma", relation: "contradict", evidence: dear, by: "readers" },
          ],
        },
      ],
      notes: [],
    });
    expect(comparison(results[0])?.claims[0]?.others).toEqual([
      { source: "beta", relation: "contradict", evidence: cheap, by: "readers" },
      { source: "gamma", relation: "agree", evidence: dear, by: "readers" },
    ]);
  });

  it("are null without a majority", async () => {
    say(dear, cheap, "The Alpha 3 costs 70 dollars.");
    expect(verdicts(await finish(world.alice))).toEqual([null, null, null]);
  });

  it("are null for a single completed source, and for those that are not completed", async () => {
    say(dear, dear, dear);
    world.gamma.failure = new Error("broken");
    expect(verdicts(await finish(world.alice))).toEqual(["consensus", "consensus", null]);
    world.beta.failure = new Error("broken");
    const alone = await finish(world.alice);
    expect(verdicts(alone)).toEqual([null, null, null]);
    expect(comparison(alone.results[0])).toBeNull();
    say(dear, dear, dear);
  });

  it("are null when the model fails, which is told, and the search completes", async () => {
    say(dear, dear, dear);
    world.model.failure = new Error("the model is down at 10.0.0.5");
    const record = await finish(world.alice);
    world.model.failure = undefined;
    expect([record.status, verdicts(record)]).toEqual(["completed", [null, null, null]]);
    expect(comparison(record.results[0])?.notes.join(" ")).toMatch(/could not be/);
    expect(JSON.stringify(record)).not.toContain("10.0.0.5");
  });

  it("are cleared for a source that is retried, and for no other", async () => {
    say(dear, cheap, dear);
    const { id } = await finish(world.alice);
    say(dear, dear, dear);
    const retried = await world.alice.post(`${path}/${id}/retry`, { source: "beta" });
    expect(retried.json).toMatchObject({ status: "completed", summary: dear, verdict: null });
    expect(comparison(retried.json)).toBeNull();
    const record = (await world.alice.get(`${path}/${id}`)).json;
    expect(verdicts(record)).toEqual(["consensus", null, "consensus"]);
    expect(record.results[1]).toEqual(retried.json);
    // Nothing is told of the answer that is gone.
    expect(comparison(record.results[0])).toMatchObject({
      claims: [{ others: [{ source: "gamma" }] }],
      notes: ["The answer of beta was replaced after the comparison."],
    });
  });
});

describe.each(transports)("2.13 verdicts without a model, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });

  it("are null, and the result says why", async () => {
    const record = await finish(world.alice);
    expect(verdicts(record)).toEqual([null, null, null]);
    for (const result of record.results) {
      expect(comparison(result)).toEqual({
        claims: [],
        notes: ["The answers were not compared: there is no model."],
      });
    }
  });
});

describe.each(transports)(
  "2.13 verdicts of more answers than can be compared, over $name",
  (transport) => {
    const slugs = Array.from({ length: 13 }, (_, index) => `e${index}`);
    const answerEngines = slugs.map((slug) => new FakeEngine(slug));
    const world = useWorld(transport, { collaborators: { answerEngines } });

    it("are null, and the result says why", async () => {
      const record = await finish(world.alice);
      expect(record).toMatchObject({ status: "completed", credits_used: 13 });
      expect(new Set(verdicts(record))).toEqual(new Set([null]));
      expect(comparison(record.results[0])?.notes).toEqual([
        "The answers were not compared: there are too many.",
      ]);
    });
  },
);
