// A model does a task on a page; the task is saved and done again for another boat, without a model.
import { runTask, compileTask, openPageTools, replayTask } from "dragline/agent";
import { createCompatibleModel } from "dragline/ai";
import { createBrowser } from "dragline/browser";
import { createSite } from "dragline/testing";
import { refOf, serveScriptedModel } from "./scripted-model.ts";

const prices: Readonly<Record<string, number>> = { red: 1200, blue: 950, green: 3100 };
let heading = "Found";
await using yard = await createSite({
  "/": `<title>Boats</title><h1>Boats</h1>
    <form action="/search"><label>Colour <input name="q"></label></form>`,
  "/search": (request, response) => {
    const colour = new URL(request.url ?? "/", "http://yard.example").searchParams.get("q") ?? "";
    response.setHeader("content-type", "text/html");
    response.end(`<title>${heading}</title><h1>${heading}</h1>
      <table><tr><th>Boat<th>Price<tr><td>The ${colour} boat<td>${prices[colour]}</table>`);
  },
});

// A server in OpenAI's dialect that calls tools as a script says, in the place of a language model.
await using scripted = await serveScriptedModel(({ told, turn }) => {
  if (turn === 0) return ["fill", { ref: refOf(told, /textbox "Colour"/), text: "red" }];
  if (turn === 1) return ["press", { key: "Enter" }];
  if (turn === 2) return ["look", {}];
  return ["done", { result: { price: prices["red"] } }];
});

// #region task
await using model = createCompatibleModel({ baseUrl: scripted.url("/v1"), model: "script" });
await using browser = createBrowser({}, { allow: ["127.0.0.1"] });
await using lease = await browser.lease({ url: yard.url("/") });
await using work = await openPageTools(lease.page, { start: yard.url("/") });

const { signal } = lease;
using recorder = work.record();
const opening = await work.open(yard.url("/"), signal);
const outputSchema = { type: "object", properties: { price: { type: "number" } } };
const task = { prompt: "What does the red boat cost?", tools: work.tools, opening, outputSchema };
const { success, result, steps } = await runTask({ model }, task, { signal });
console.log(success, result, "by", steps.map(({ tool }) => tool).join(", "));
// #endregion

// #region replay
const finished = { prompt: task.prompt, start: yard.url("/"), params: { colour: "red" }, result };
const saved = await compileTask(recorder, { ...finished, outputSchema }, signal);
console.log(saved.task.prompt, saved.task.steps.length, "steps", saved.notes);
const again = await replayTask(work, saved.task, { params: { colour: "blue" }, signal });
console.log(again.success, again.result, "with", again.iterations, "answers of a model");
// #endregion

// #region stopped
heading = "Nothing found";
const other = await replayTask(work, saved.task, { params: { colour: "green" }, signal });
console.log(other.success, other.failure, other.error);
// #endregion
