// A language model as an object: any server in the dialect of OpenAI's chat completions, one that is
// written down for tests, and one question to it whose answer fits a JSON Schema.
import { createServer } from "node:http";
import { createCompatibleModel, generateObject, TokenBudget } from "dragline/ai";
import { listen } from "./listen.ts";

// A server in the dialect, which gives one answer.
await using server = await listen(
  createServer((_, response) => {
    const message = { role: "assistant", content: '{"price": 79.9, "currency": "EUR"}' };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        choices: [{ index: 0, message, finish_reason: "stop" }],
        usage: { prompt_tokens: 120, completion_tokens: 12, total_tokens: 132 },
      }),
    );
  }),
);

// #region model
await using model = createCompatibleModel({
  baseUrl: server.url("/v1"), // https://api.openai.com/v1, http://localhost:11434/v1
  model: "any-model",
});
// #endregion

// #region ask
const schema = {
  type: "object",
  properties: { price: { type: "number" }, currency: { type: "string" } },
  required: ["price", "currency"],
};
const budget = new TokenBudget({ inputTokens: 10_000, outputTokens: 1_000 });
const { object, usage } = await generateObject(
  { model, budget },
  {
    schema,
    instructions: "Read the price of the product.",
    data: [{ label: "page", text: "Opal lamp, 79,90 €" }],
    maxOutputTokens: 500,
  },
);
console.log(object, usage);
// #endregion
