// Values that a page says in prose, by a language model: what it answers counts only where it stands
// on the page. From the command line, with a model of Ollama:
//   DRAGLINE_AI_URL=http://localhost:11434/v1 DRAGLINE_AI_MODEL=qwen3 dragline extract …
import { createServer } from "node:http";
import { createCompatibleModel, TokenBudget } from "dragline/ai";
import { createExtractor, learnRecipe } from "dragline/extractor";
import { parse } from "dragline/html";
import { listen } from "./listen.ts";

// A server in the dialect of OpenAI, in the place of Ollama, vLLM, llama.cpp or OpenAI itself.
const answer = {
  material: "Mouth-blown opal glass",
  designer: "Ada Bucket", // who is nowhere on the page
  room: "bedroom", // which is not there either, but the schema says that it may be derived
};
let asked = 0;
await using local = await listen(
  createServer((_, response) => {
    asked += 1;
    const message = { role: "assistant", content: JSON.stringify(answer) };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    const usage = { prompt_tokens: 310, completion_tokens: 24, total_tokens: 334 };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "1", created: 0, model: "tiny", choices, usage }));
  }),
);

const lamp = (name: string, material: string) => ({
  url: `https://shop.example/lamps/${name.toLowerCase()}`,
  html: `<title>${name}</title><h1 class="product-title">${name}</h1><b class="price">79.90 €</b>
    <p class="text">This one is for the hours before sleep.</p><p class="made">${material}</p>`,
});

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    material: { type: "string", description: "what it is made of" },
    designer: { type: "string" },
    room: { type: "string", enum: ["kitchen", "bedroom", "office"], "x-derived": true },
  },
};

// #region extract
// Any model object of the AI SDK does as well: createExtractor({ model: openai("gpt-5-mini") }).
await using model = createCompatibleModel({ baseUrl: local.url("/v1"), model: "tiny" });
const extractor = createExtractor({ model });
const budget = new TokenBudget({ inputTokens: 20_000 });

const page = lamp("Opal", "Mouth-blown opal glass");
const { data, evidence, missing, usage, warnings } = await extractor.extract(page, schema, {
  budget,
});
for (const [path, value] of Object.entries(data)) {
  const { source, derived } = evidence[path] ?? {};
  console.log(path.padEnd(9), value, `(${source}${derived ? ", derived" : ""})`);
}
console.log("missing:", missing, usage);
console.log(warnings.map(({ message }) => message).join("\n"));
// #endregion

// #region recipe
// Paid once: a recipe of what the model found reads the pages that are like this one.
const recipe = learnRecipe([{ ...page, tree: parse(page.html), values: data }], schema);
const next = await extractor.extract(lamp("Brass", "Brushed brass"), schema, { recipe });
console.log(next.data, next.usage.calls, "calls; the model was asked", asked, "time in all");
// #endregion
