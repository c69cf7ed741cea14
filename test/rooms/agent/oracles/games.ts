import { refIn, type MiniwobTask } from "../miniwob.ts";
import { refsIn, said, type Oracles } from "./oracle.ts";

/** Pages that go on by themselves, or play against the visitor. */
export const games: Oracles = {
  "simon-says": async (task) => {
    const flashes = await flashesOf(task);
    for (const ref of flashes) await task.clickRef(ref);
  },
  // The mouse goes where the circle is, again and again, as long as it does not rest.
  "chase-circle": async (task) => {
    for (;;) {
      const circle = (await task.lines()).find((line) => line.startsWith("- circle"));
      if (circle === undefined) return;
      await task.act({ type: "hover", ref: refIn([circle], /./) }).catch(() => undefined);
    }
  },
  "stock-market": async (task) => {
    const limit = Number(said(task, /less than \$([\d.]+)\.$/));
    const button = await task.refOf(/^- button "Buy"/);
    await task.act({ type: "focus", ref: button });
    for (;;) {
      const lines = await task.lines();
      const price = /Stock price: \$([\d.]+)/.exec(lines.join("\n"))?.[1];
      // The price goes on while the key is on its way.
      if (price !== undefined && Number(price) < limit - 1) break;
      if (!lines.some((line) => line.includes("Company"))) return;
    }
    await task.press("Enter");
  },
  "tic-tac-toe": async (task) => {
    for (let turn = 0; turn < 5; turn += 1) {
      const lines = (await task.lines()).filter((line) => /class=(?:ttt-\d|mark-)/.test(line));
      if (lines.length < 9) return;
      const board = lines.map((line) => (/class=mark-(\w)/.exec(line)?.[1] ?? "") as Mark);
      if (winnerOf(board) !== "" || !board.includes("")) return;
      await task.clickRef(refsIn(lines, /./)[bestMove(board)] ?? "");
    }
  },
};

/** The buttons that light up, one after the other, until none did for a second. */
async function flashesOf(task: MiniwobTask): Promise<string[]> {
  const flashes: string[] = [];
  let [lit, since] = ["", performance.now()];
  while (performance.now() - since < (flashes.length === 0 ? 3000 : 1200)) {
    const lines = await task.lines();
    const line = lines.find((one) => one.includes("[class=push]"));
    const now = line === undefined ? "" : refIn([line], /./);
    if (now !== "" && now !== lit) {
      flashes.push(now);
      since = performance.now();
    }
    lit = now;
  }
  return flashes;
}

type Mark = "" | "x" | "o";

const rows = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

function winnerOf(board: readonly Mark[]): Mark {
  const won = rows.find(([one = 0, other = 0, third = 0]) => {
    const mark = board[one];
    return mark !== "" && mark === board[other] && mark === board[third];
  });
  return (won === undefined ? "" : board[won[0] ?? 0]) ?? "";
}

function freeOf(board: readonly Mark[]): number[] {
  return board.flatMap((mark, at) => (mark === "" ? [at] : []));
}

/** The move from which most games against somebody who moves at random are won. */
function bestMove(board: readonly Mark[]): number {
  const rated = freeOf(board).map((at) => ({ at, rate: rateOf(board.with(at, "x"), "o") }));
  return rated.toSorted((one, other) => other.rate - one.rate)[0]?.at ?? 0;
}

/** How likely a game is won from here, against one who moves well in 45 of 100 cases. */
function rateOf(board: readonly Mark[], turn: "x" | "o"): number {
  const winner = winnerOf(board);
  if (winner !== "") return winner === "x" ? 1 : 0;
  const free = freeOf(board);
  if (free.length === 0) return 0;
  const rate = (at: number): number => rateOf(board.with(at, turn), turn === "x" ? "o" : "x");
  if (turn === "x") return Math.max(...free.map(rate));
  const mean = free.reduce((sum, at) => sum + rate(at), 0) / free.length;
  const well = endingOf(board, "o") ?? endingOf(board, "x");
  return well === undefined ? mean : 0.55 * mean + 0.45 * rate(well);
}

/** Where a mark would win at once. */
function endingOf(board: readonly Mark[], mark: "x" | "o"): number | undefined {
  return freeOf(board).find((at) => winnerOf(board.with(at, mark)) === mark);
}
