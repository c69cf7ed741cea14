import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInCatalog } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { root } from "../../sources.ts";

/** A wish in plain words; written before anything was ranked. */
interface WrittenIntent {
  readonly intent: string;
  /** The right ones, equally right. */
  readonly actions: readonly string[];
  /** Not looked at while the ranking was tuned. */
  readonly held_out: boolean;
}

const file = join(root, "test/fixtures/wire/intents.json");
const intents = JSON.parse(readFileSync(file, "utf8")) as readonly WrittenIntent[];
const catalog = await builtInCatalog();

const isKnown = (id: string): boolean => catalog.action(id) !== undefined;

/** Where the first right action stands, from 0; Infinity when it is not among the first three. */
function placeOf({ intent, actions }: WrittenIntent): number {
  const found = catalog.resolve({ text: intent, limit: 3 });
  const place = found.findIndex(({ info }) => actions.includes(info.action_id));
  return place === -1 ? Infinity : place;
}

describe("intents", () => {
  it("are 150, half of them held out, and each has its action in the catalog", () => {
    expect(intents).toHaveLength(150);
    expect(intents.filter((one) => one.held_out)).toHaveLength(75);
    const unknown = intents.flatMap(({ actions }) => actions.filter((id) => !isKnown(id)));
    expect(unknown).toEqual([]);
  });

  it.each([
    ["those that were tuned on", false],
    ["those that were held out", true],
  ])("find the right action: %s", (_, held) => {
    const half = intents.filter((one) => one.held_out === held && one.actions.some(isKnown));
    const places = half.map(placeOf);
    const misses = half.filter((_, index) => places[index] !== 0);
    const told = misses.map(({ intent, actions }) => {
      const found = catalog.resolve({ text: intent, limit: 3 });
      return `${intent} -> ${actions.join(" or ")}; found ${found.map(({ info }) => info.action_id).join(", ")}`;
    });
    const share = (most: number): number =>
      places.filter((place) => place <= most).length / half.length;
    expect(share(0), told.join("\n")).toBeGreaterThanOrEqual(0.9);
    expect(share(2), told.join("\n")).toBeGreaterThanOrEqual(0.97);
  });
});
