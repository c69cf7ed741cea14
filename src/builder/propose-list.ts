import { isJsonObject } from "../ai/internal.ts";
import { stemmingOf, termsOf } from "../evidence/index.ts";
import type { Json } from "../storage/index.ts";
import { jsonOf } from "./exchange-text.ts";
import type { Exchange } from "./exchange.ts";
import { listsOf } from "./json-leaves.ts";
import type { Proposal } from "./proposal.ts";

/** Items that are shown of a list, and members of one. */
const SHOWN = 3;
const MEMBERS = 20;
/** What asks for something by words. */
export const SEARCHING = /\b(?:search|find|look|looking|query|filter)\b/i;
const stemming = stemmingOf("en");

/**
 * Proposes an action of a list that a page fetched as JSON, which the goal names by a word of its own;
 * undefined when there is none, or the goal is to look for something: what nobody did once in the page
 * has no parameters.
 */
export function proposeList(
  exchanges: readonly Exchange[],
  goal: string,
  name: string | undefined,
): Proposal | undefined {
  if (SEARCHING.test(goal)) return undefined;
  const wanted = new Set(termsOf(goal, stemming));
  for (const exchange of exchanges) {
    for (const { path, items } of listsOf(jsonOf(exchange))) {
      const noun = nounOf(path, exchange.url);
      const rows = items.flatMap((item) => rowOf(item) ?? []);
      const isNamed =
        noun !== undefined && termsOf(noun, stemming).some((term) => wanted.has(term));
      if (!isNamed || rows.length < 2 || rows.length < items.length) continue;
      return {
        name: name ?? `list_${slugOf(noun)}`,
        title: `List ${noun}`,
        description: `Lists the ${noun} that the page ${new URL(exchange.url).hostname} shows.`,
        type: "read",
        parameters: [],
        result: rows.slice(0, SHOWN),
      };
    }
  }
  return undefined;
}

/** What a list has, in one word: the member that it is, else the last part of its address. */
function nounOf(path: readonly (string | number)[], url: string): string | undefined {
  const member = path.findLast((step) => typeof step === "string");
  const part = new URL(url).pathname.split("/").findLast((one) => /[a-z]/i.test(one));
  const words = [member, part].map((one) => (one ?? "").replace(/\.\w+$/, ""));
  const isTelling = (word: string): boolean =>
    /^[a-z][\w-]{2,40}$/i.test(word) && !/^(?:data|items|results?|list|rows|entries)$/i.test(word);
  return words.find(isTelling);
}

function slugOf(noun: string): string {
  return noun
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .slice(0, 50);
}

/** What of an item says something by itself; undefined of one that has hardly anything. */
function rowOf(item: unknown): Record<string, Json> | undefined {
  if (!isJsonObject(item as Json)) return undefined;
  const members = Object.entries(item as Record<string, Json>).filter(
    ([, value]) => ["string", "number", "boolean"].includes(typeof value) && value !== "",
  );
  return members.length < 2 ? undefined : Object.fromEntries(members.slice(0, MEMBERS));
}
