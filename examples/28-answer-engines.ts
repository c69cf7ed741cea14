// Ask answer engines one question, and see who is named and cited.
import {
  askEngines,
  createMistralEngine,
  createXaiEngine,
  measureVisibility,
} from "dragline/visibility";
import { serveEngines } from "./serve-engines.ts";

await using server = await serveEngines();
const account = { apiKey: "a-key", baseUrl: server.url("") };
// #region ask
await using grok = createXaiEngine(account);
await using mistral = createMistralEngine(account);

const query = "Which boots are best on wet trails?";
const answers = [];
for await (const result of askEngines({ engines: [grok, mistral] }, { query, country: "us" })) {
  // An engine that fails, or takes longer than five minutes, is a result as well.
  if (result.answer !== undefined) answers.push({ source: result.source, ...result.answer });
}

for (const { source, summary, sources } of answers.toSorted((a, b) =>
  a.source < b.source ? 1 : -1,
)) {
  console.log(`${source}: ${summary}`);
  for (const { url } of sources) console.log(`  ${url}`);
}

const watched = { names: ["Acme", "Globex"], domains: ["acme.example"] };
const { names, domains } = measureVisibility({ answers }, watched);
for (const { of, share, position } of [...names, ...domains]) {
  console.log(`${of}: in ${share * 100} % of the answers, place ${position}`);
}
// #endregion
