/**
 * 20 tasks that a scripted model does once on sites of our own, compiled, and done again without it:
 * calls of the model, and how much faster they are. The model answers after a second, as quick ones do.
 */
import { setTimeout as wait } from "node:timers/promises";
import {
  compileTask,
  openPageTools,
  replayTask,
  runTask,
  Secrets,
  type CompiledTask,
} from "dragline/agent";
import { createBrowser } from "dragline/browser";
import { schemaOfValue } from "dragline/extractor";
import { createSite } from "dragline/testing";
import {
  click,
  fill,
  finish,
  look,
  policyModel,
  type Turn,
} from "../test/rooms/agent/policy-model.ts";
import { judgeHere } from "../test/rooms/ai/scripted-model.ts";
import { arrivalOf, boats, search, type BuildSite } from "../test/rooms/builder/build-sites.ts";
import * as jsonSites from "../test/rooms/builder/json-sites.ts";
import * as pageSites from "../test/rooms/builder/page-sites.ts";

/** Milliseconds of an answer. */
const ANSWER_MS = 1000;

interface Task {
  readonly of: BuildSite;
  readonly words: string;
  readonly other: string;
  readonly turns: readonly Turn[];
  readonly result: (words: string) => object;
}

const find = (words: string): Turn[] => [
  fill(/"Words"/, words),
  look,
  click(/button "Search"/),
  look,
];
const lines = (words: string) => ({
  boats: search(words).map(({ name, price, harbour }) => `${name}, ${price}, ${harbour}`),
});
const rows = (words: string) => ({
  boats: search(words).map(({ name, price, harbour }) => ({ name, price, harbour })),
});
const one = (words: string) => {
  const [{ name, price, harbour } = { name: "", price: 0, harbour: "" }] = search(words);
  return { name, price, harbour };
};
const orders = (year: string) => ({
  boats: boats
    .filter(({ id }) => id % 3 === Number(year) % 3)
    .map(({ name, price, harbour }) => ({ name, price, harbour })),
});

const searches: readonly (readonly [BuildSite, Task["result"]])[] = [
  [jsonSites.jsonApi, lines],
  [jsonSites.graphQl, lines],
  [jsonSites.xhrNonce, lines],
  [pageSites.htmlTable, rows],
  [pageSites.csrfForm, rows],
  [pageSites.redirects, rows],
  [pageSites.frames, rows],
];
const pairs = [
  ["red", "blue"],
  ["green", "white"],
] as const;

const tasks: readonly Task[] = [
  ...searches.flatMap(([of, result]) =>
    pairs.map(([words, other]) => ({ of, words, other, turns: find(words), result })),
  ),
  ...(
    [
      ["red sloop", "green yawl"],
      ["blue ketch", "black skiff"],
      ["white yawl", "red barge"],
    ] as const
  ).map(([words, other]) => ({
    of: jsonSites.singlePage,
    words,
    other,
    turns: [...find(words), click(new RegExp(`link "${words}"`, "i")), look],
    result: one,
  })),
  ...(["2024", "2025", "2026"] as const).map((words, at) => ({
    of: pageSites.cookieLogin,
    words,
    other: ["2023", "2027", "2022"][at] ?? "",
    turns: pageSites.cookieLogin.turns.map((turn): Turn => (told) => {
      const [tool, input] = turn(told);
      return [tool, JSON.parse(JSON.stringify(input).replace("2024", words)) as object];
    }),
    result: orders,
  })),
];

await using browser = createBrowser({}, { allow: ["127.0.0.1"] });
const ratios: number[] = [];
const bare: number[] = [];
let right = 0;
for (const { of, words, other, turns, result } of tasks) {
  await using site = await createSite({
    "*": (request, response) => void arrivalOf(request, response, false).then(of.answer),
  });
  const start = site.url("/");
  const secrets = new Secrets(of.credential ?? {});
  const model = policyModel(...turns, finish(result(words)));
  const answer = model.doGenerate.bind(model);
  model.doGenerate = async (call) => {
    await wait(ANSWER_MS);
    return answer(call);
  };
  const { task, ms, answers } = await once(start, { secrets, model, words, result });
  const again = await replay(task, { start, secrets, words: other });
  const replayMs = again.durationMs;
  const isRight = again.success && JSON.stringify(again.result) === JSON.stringify(result(other));
  if (isRight && again.iterations === 0) right += 1;
  else console.log(`WRONG ${words} -> ${other}: ${again.error ?? JSON.stringify(again.result)}`);
  ratios.push(ms / replayMs);
  bare.push((ms - answers * ANSWER_MS) / replayMs);
}
console.log(`${right} of ${tasks.length} right, without a call of the model`);
console.log(
  `median ${median(ratios).toFixed(1)} x as fast as the run (least ${Math.min(...ratios).toFixed(1)}), answers after ${ANSWER_MS} ms`,
);
console.log(`median ${median(bare).toFixed(2)} x without the model's time`);

async function once(
  start: string,
  {
    secrets,
    model,
    words,
    result,
  }: { secrets: Secrets; model: ReturnType<typeof policyModel> } & Pick<Task, "words" | "result">,
) {
  const signal = AbortSignal.timeout(120_000);
  await using lease = await browser.lease({ url: start, signal });
  await using work = await openPageTools(lease.page, { start, secrets });
  using recorder = work.record();
  const began = performance.now();
  const opening = await work.open(start, signal);
  const prompt = `Find the boats of ${words}.`;
  const outputSchema = schemaOfValue(result(words) as never) as never;
  const asked = { prompt, tools: work.tools, opening, secrets, outputSchema };
  const done = await runTask({ model, judge: judgeHere }, asked);
  const ms = performance.now() - began;
  const finished = { prompt, start, params: { words }, result: result(words) as never };
  const { task, notes } = await compileTask(recorder, finished, signal);
  if (!done.success || notes.length > 0) console.log(words, done.error, notes);
  return { task, ms, answers: done.iterations };
}

async function replay(
  task: CompiledTask,
  { start, secrets, words }: { start: string; secrets: Secrets; words: string },
) {
  const signal = AbortSignal.timeout(120_000);
  await using lease = await browser.lease({ url: start, signal });
  await using work = await openPageTools(lease.page, { start, secrets });
  return await replayTask(work, task, { params: { words }, signal });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
