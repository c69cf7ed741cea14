import type { FileWalk } from "./walk-files.ts";

/** As a map's. */
export interface LevelLimits {
  readonly depth: number;
  readonly limit: number;
  readonly limitPerLevel: number;
}

interface Found {
  readonly path: string;
  readonly order: number;
}

/**
 * What a map of the files has, in its order, by the rules that `Mapper.map` states: level by level,
 * links and neighbours sharing a level that is too small by turns.
 */
export function walkLevels(walk: FileWalk, seed: string, limits: LevelLimits): string[] {
  const known = [seed];
  let level = [seed];
  for (let step = 1; step <= limits.depth && level.length > 0; step += 1) {
    const room = Math.min(limits.limitPerLevel, limits.limit - known.length);
    level = room > 0 ? nextLevel(walk, { level, known: new Set(known), room }) : [];
    known.push(...level);
  }
  return known;
}

interface Level {
  readonly level: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly room: number;
}

function nextLevel({ links }: FileWalk, { level, known, room }: Level): string[] {
  const lanes: Record<"links" | "neighbours", Found[]> = { links: [], neighbours: [] };
  const met = new Set(known);
  for (const page of level) {
    const onPage = links.get(page) ?? [];
    const neighbours = new Set(onPage.filter((link) => link.isNeighbour).map(({ url }) => url));
    for (const { url: path } of onPage) {
      const lane = lanes[neighbours.has(path) ? "neighbours" : "links"];
      if (met.has(path) || lane.length >= room) continue;
      met.add(path);
      lane.push({ path, order: met.size });
    }
    if (lanes.links.length + lanes.neighbours.length >= room) break;
  }
  const turns = Array.from({ length: room }, (_, at) => [lanes.links[at], lanes.neighbours[at]]);
  const taken = turns.flat().filter((found) => found !== undefined);
  const inOrder = taken.slice(0, room).toSorted((a, b) => a.order - b.order);
  return inOrder.map(({ path }) => path);
}
