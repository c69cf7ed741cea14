import type { GetPromptResult } from "@modelcontextprotocol/server";
import { nearestName } from "../core/index.ts";

/** The two usual tasks, as clients list them. */
export const prompts = [
  {
    name: "answer_from_site",
    description: "Answer a question from the pages of one site, and say from which",
    arguments: [
      { name: "url", description: "A page of the site", required: true },
      { name: "question", description: "What you want to know", required: true },
    ],
  },
  {
    name: "collect_values",
    description: "Collect the same values from several pages of a site, as a table",
    arguments: [
      { name: "url", description: "A page that lists what is wanted", required: true },
      { name: "values", description: "Which values: name, price, date …", required: true },
    ],
  },
];

const texts: Readonly<Record<string, (args: Readonly<Record<string, string>>) => string>> = {
  answer_from_site: ({ url, question }) =>
    `Answer this question from the site of ${url}: ${question}

Find the pages that may say it with map (its argument search takes words), read the three best with scrape, and follow their links where that is needed. Answer from what you read alone, with the URL behind each statement; say so if the site does not tell.`,
  collect_values: ({ url, values }) =>
    `Collect these values from the pages that ${url} leads to: ${values}

Read the page with scrape (formats: markdown, links), choose the pages that have the values, and call extract on each with one JSON Schema for all. Give a table with a row for each page and its URL; leave a cell empty where a page does not tell.`,
};

/** A prompt with its arguments filled in; why there is none, as a text. */
export function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
): GetPromptResult | string {
  const prompt = prompts.find((each) => each.name === name);
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (prompt === undefined || text === undefined) {
    const names = prompts.map((each) => each.name);
    const near = nearestName(name, names);
    return `There is no prompt '${name.slice(0, 100)}'; ${near === undefined ? "" : `did you mean '${near}'? `}There are ${names.join(", ")}.`;
  }
  const missing = prompt.arguments.find((argument) => (args[argument.name] ?? "") === "");
  if (missing !== undefined)
    return `The prompt ${name} needs '${missing.name}': ${missing.description}.`;
  const content = { type: "text", text: text(args) } as const;
  return { description: prompt.description, messages: [{ role: "user", content }] };
}
