import { refIn } from "../miniwob.ts";
import { refsIn, type Oracles } from "./oracle.ts";

/** Long lists are read to their end, and some of their things used. */
export const lists: Oracles = {
  "order-food": async (task) => {
    const lines = await task.allLines();
    const dishes = dishesIn(lines.slice(1));
    const [, count, kind = ""] = /Order (\d+) items that are (.*)/.exec(task.utterance) ?? [];
    const names = /one of each item: (.*)/.exec(task.utterance)?.[1]?.split(/\s*, +/) ?? [];
    const wanted =
      count === undefined
        ? dishes.filter(({ name }) => names.includes(name))
        : Array(Number(count)).fill(dishes.find(({ kinds }) => kinds.includes(kind)));
    for (const dish of wanted as Dish[]) await task.clickRef(dish.add);
    await task.clickRef(refIn(lines, /"Order!"/));
  },
  "social-media-some": async (task) => {
    const form = /Click the "(\w+)" button on (\d+) posts? by (@\S+) and/;
    const [, action = "", count = "", user = ""] = form.exec(task.utterance) ?? [];
    const lines = await task.allLines();
    const button = new RegExp(`class=${action.toLowerCase()}\\]`);
    const posts = lines.flatMap((line, at) => {
      const isOwn = line.startsWith("- text: ") && line.endsWith(` ${user}`);
      return isOwn ? [refIn(lines.slice(at), button)] : [];
    });
    for (const ref of posts.slice(0, Number(count))) await task.clickRef(ref);
    await task.clickRef(refIn(lines, /^- button "Submit"/));
  },
  "drag-items-grid": async (task) => {
    const [, name = "", where = ""] = /Drag (\S+) (?:to the )?(.*)\./.exec(task.utterance) ?? [];
    const lines = await task.lines();
    const items = lines.filter((line) => line.startsWith('- clickable "'));
    const from = items.findIndex((line) => line.includes(`"${name}"`));
    const refs = refsIn(items, /clickable/);
    const to = refs[placeOf(where, from)] ?? "";
    await task.act({ type: "drag", ref: refs[from] ?? "", to });
  },
  "find-greatest": async (task) => {
    const cards = (await task.lines()).flatMap((line) => {
      const value = /^- clickable "(\d+)"/.exec(line)?.[1];
      return value === undefined ? [] : [{ value: Number(value), ref: refIn([line], /./) }];
    });
    const best = cards.toSorted((one, other) => other.value - one.value)[0];
    await task.clickRef(best?.ref ?? "");
    await task.click(/^- button "Submit"/);
  },
  "generate-number": async (task) => {
    const below = /less than (\d+)/.exec(task.utterance)?.[1];
    const above = /greater than (\d+)/.exec(task.utterance)?.[1];
    const fits = (value: number): boolean => {
      if (below !== undefined) return value < Number(below);
      if (above !== undefined) return value > Number(above);
      return (value % 2 === 1) === task.utterance.includes("odd");
    };
    for (let tries = 0; tries < 40; tries += 1) {
      await task.click(/^- button "Generate"/);
      const shown = /^- text: (\d+)$/m.exec((await task.lines()).join("\n"))?.[1];
      if (fits(Number(shown))) break;
    }
    await task.click(/^- button "Submit"/);
  },
};

interface Dish {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly add: string;
}

function dishesIn(lines: readonly string[]): Dish[] {
  let name = "";
  let kinds: string[] = [];
  return lines.flatMap((line) => {
    const text = /^- text: (.*)/.exec(line)?.[1];
    if (text !== undefined) [name, kinds] = [text, []];
    const kind = /^- img "([^"]*)"/.exec(line)?.[1];
    if (kind !== undefined) kinds.push(kind);
    return line.startsWith('- clickable "+"') ? [{ name, kinds, add: refIn([line], /./) }] : [];
  });
}

/** A place in a grid of three by three, in words, as its number from 0. */
function placeOf(where: string, from: number): number {
  const ways: Readonly<Record<string, number>> = { up: -3, down: 3, left: -1, right: 1 };
  const way = /^(\w+) by one$/.exec(where)?.[1];
  if (way !== undefined) return from + (ways[way] ?? 0);
  const row = where.startsWith("top") ? 0 : where.startsWith("bottom") ? 2 : 1;
  const column = where.endsWith("left") ? 0 : where.endsWith("right") ? 2 : 1;
  return row * 3 + column;
}
