import { testDrift } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { plantCases } from "./plant-cases.ts";
import { folderOf, listPlants } from "./sample-catalog.ts";

/** Changes of which a recipe makes something wrong, and how many there are in all. */
async function driftOf(change: object) {
  await using folder = await folderOf({
    ...plantCases,
    "plants/actions/list_plants.json": { ...listPlants, ...change },
  });
  const results = await testDrift(folder.path, { action: "plants.list_plants" });
  expect(await testDrift(folder.path, { action: "plants.none" })).toEqual([]);
  const wrong = results.filter(({ problem }) => problem !== undefined);
  return {
    changes: results.map((result) => result.change),
    wrong: wrong.map(({ change: title, problem }) => `${title}: ${problem}`),
  };
}

const [request, extract] = listPlants.steps;

describe("testDrift", () => {
  it("has nothing to tell of a careful recipe", async () => {
    expect(await driftOf({})).toEqual({
      changes: [
        "an HTML page in place of the answer",
        "HTTP 500",
        "JSON cut off",
        "plants removed",
        "plants an object",
        "plants null",
        "plants[*].name removed",
        "plants[*].place removed",
        "plants[*].place.country removed",
      ],
      wrong: [],
    });
  });

  it("tells of an empty list where one with items is promised", async () => {
    const step = { ...extract, non_empty: true };
    const { changes, wrong } = await driftOf({ steps: [request, step] });
    expect(changes).toContain("plants emptied");
    expect(wrong).toEqual([]);
  });

  it("tells of a recipe that reads a failure as nothing found", async () => {
    const careless = {
      ...request,
      type: "text",
      status: [200, 500],
    };
    const output = { plants: [], has_more: false };
    const { wrong } = await driftOf({ steps: [careless], output });
    expect(wrong.slice(0, 3)).toEqual([
      'an HTML page in place of the answer: Completed with {"plants":[],"has_more":false}',
      'HTTP 500: Completed with {"plants":[],"has_more":false}',
      'JSON cut off: Completed with {"plants":[],"has_more":false}',
    ]);
  });

  it("tells of text that is put together of what is not there", async () => {
    const fields = {
      name: { value: '{{item.name | default("unnamed")}} ({{item.place.country | default("?")}})' },
      origin: "place.country?",
    };
    const { wrong } = await driftOf({ steps: [request, { ...extract, fields }] });
    expect(wrong).toContainEqual(
      expect.stringMatching(
        /^plants\[\*\]\.name removed: Completed with other data at data\.plants\.0\.name/,
      ),
    );
  });
});
