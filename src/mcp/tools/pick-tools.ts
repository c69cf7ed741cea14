import { nearestName } from "../../core/index.ts";
import { allTools } from "./tool-list.ts";
import type { Tool } from "./tool.ts";

/** Sets of tools, by name; every one has `job`, which gives the rest of results. */
const sets: Readonly<Record<string, readonly string[]>> = {
  all: allTools.map(({ name }) => name),
  read: ["scrape", "extract", "map", "crawl", "search", "document", "job"],
  research: ["scrape", "search", "research", "document", "job"],
  sites: ["scrape", "browser_task", "wire_search", "wire_run", "job"],
};

/** What was picked, or why it cannot be. */
interface Picked {
  readonly tools: readonly Tool[];
  /** A name that is none, and what was probably meant. */
  readonly unknown?: string;
}

/** The tools of names and of names of sets, in the order of the list; all where there is no name. */
export function pickTools(names: readonly string[]): Picked {
  const known = [...new Set([...Object.keys(sets), ...allTools.map(({ name }) => name)])];
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const near = nearestName(wrong, known);
    const hint = near === undefined ? "." : `; did you mean '${near}'?`;
    return {
      tools: [],
      unknown: `there is no tool '${wrong.slice(0, 100)}'${hint} Tools and sets are ${known.join(", ")}.`,
    };
  }
  const wanted = new Set(names.flatMap((name) => (Object.hasOwn(sets, name) ? sets[name] : name)));
  const tools = allTools.filter(({ name }) => wanted.has(name) || name === "job");
  return { tools: names.length === 0 ? allTools : tools };
}
