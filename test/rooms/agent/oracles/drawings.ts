import { refIn, type MiniwobTask } from "../miniwob.ts";
import { quoted, said, submit, type Oracles } from "./oracle.ts";

/** A shape of a drawing, as its line tells it. */
interface Shape {
  readonly kind: string;
  readonly label: string;
  readonly colour: string;
  readonly at: readonly [number, number];
  readonly height: number;
  readonly ref: string;
}

const kinds: Readonly<Record<string, string>> = {
  rect: "rectangle",
  circle: "circle",
  polygon: "triangle",
};

/** Shapes of drawings are clicked, counted and dragged. */
export const drawings: Oracles = {
  "click-shape": async (task) => {
    const fits = fitting(said(task, /Click on an? (.*)/));
    await task.clickRef(shapesIn(await task.allLines()).find(fits)?.ref ?? "");
  },
  "count-shape": async (task) => {
    const fits = fitting(said(task, /How many (.*)s are there/));
    const count = shapesIn(await task.allLines()).filter(fits).length;
    await task.click(new RegExp(`^- button "${count}"`));
  },
  "circle-center": async (task) => {
    await task.click(/^- circle/);
    await task.click(submit);
  },
  "click-pie-nodelay": async (task) => {
    await task.click(/^- text "\+"/);
    const [label = ""] = quoted(task);
    const wanted = new RegExp(`^- text "${label}"`);
    const lines = await task.until(wanted);
    // The label moves away from under the mouse: its slice is the line before it.
    const at = lines.findIndex((line) => wanted.test(line));
    await task.clickRef(refIn(lines.slice(at - 1), /^- path/));
  },
  "drag-circle": dragAside,
  "drag-single-shape": dragAside,
  "drag-shapes-2": async (task) => {
    const wanted = said(task, /Drag all (.*) into the left box/);
    const lines = await task.allLines();
    const [left = "", right = ""] = lines
      .filter((line) => line.includes("[size=70x50]") || line.includes("[size=72x52]"))
      .map((line) => refIn([line], /rect/));
    const isLeft = ({ colour, kind }: Shape): boolean =>
      wanted === `${colour} shapes` || wanted === `${kind}s`;
    for (const shape of shapesIn(lines)) {
      if (shape.height > 40) continue;
      await task.act({ type: "drag", ref: shape.ref, to: isLeft(shape) ? left : right });
    }
    await task.click(submit);
  },
  "ascending-numbers": async (task) => {
    const numbers = shapesIn(await task.allLines()).toSorted(
      (one, other) => Number(one.label) - Number(other.label),
    );
    await task.clickRef(numbers[0]?.ref ?? "");
    for (const { at } of numbers.slice(1)) {
      const boxes = shapesIn(await task.allLines());
      const [nearest] = boxes.toSorted((one, other) => away(one, at) - away(other, at));
      await task.clickRef(nearest?.ref ?? "");
    }
  },
};

async function dragAside(task: MiniwobTask): Promise<void> {
  const way = said(task, /Drag the \w+ (\w+) then/);
  const ways: Readonly<Record<string, readonly [number, number]>> = {
    left: [-15, 0],
    right: [15, 0],
    up: [0, -15],
    down: [0, 15],
  };
  const [dx, dy] = ways[way] ?? [0, 0];
  const ref = await task.refOf(/^- (?:circle|rect|polygon)/);
  await task.act({ type: "drag", ref, to: { dx, dy } });
  await task.click(submit);
}

function away({ at }: Shape, [x, y]: readonly [number, number]): number {
  return Math.hypot(at[0] - x, at[1] - y);
}

/** Whether a shape is what words say: "small red rectangle", "large item", "digit", "B". */
function fitting(words: string): (shape: Shape) => boolean {
  const parts = words.split(" ");
  const noun = parts.pop() ?? "";
  return ({ kind, label, colour, height }) => {
    const size = height > (kind === "text" ? 15 : 14) ? "large" : "small";
    const isKind =
      noun === "item" ||
      noun === kind ||
      noun === label ||
      (noun === "shape" && kind !== "text") ||
      (noun === "digit" && /^\d$/.test(label)) ||
      (noun === "letter" && /^[a-z]$/i.test(label));
    return isKind && parts.every((part) => part === size || part === colour);
  };
}

function shapesIn(lines: readonly string[]): Shape[] {
  const form =
    /^- (rect|circle|polygon|text)(?: "([^"]*)")? \[ref=(e\d+)\](?: \[color=([^\]]*)\])? \[at=(-?\d+),(-?\d+)\] \[size=\d+x(\d+)\]/;
  return lines.flatMap((line) => {
    const [, tag = "", label = "", ref, colour = "black", x, y, height] = form.exec(line) ?? [];
    if (ref === undefined) return [];
    const at = [Number(x), Number(y)] as const;
    return [{ kind: kinds[tag] ?? tag, label, colour, at, height: Number(height), ref }];
  });
}
