import { markup, type Markup } from "../markup.ts";
import type { Tab } from "../layout/tabs.ts";
import type { Kind } from "./playground-request.ts";

/** The path of each kind, and the call of the client that ends with what it made. */
const calls: Readonly<Record<Kind, readonly [path: string, call: string, name: string]>> = {
  scrape: ["/url-scraper/scrape", "scrape(", "page"],
  crawl: ["/crawl", 'run("createCrawl", ', "job"],
  map: ["/map", 'run("createMap", ', "job"],
  batch: ["/url-scraper/batch", 'run("submitUrlScraperBatch", ', "job"],
};

/** A request as curl, JavaScript and Python; the key is left to the reader. */
export function codeSamples(kind: Kind, request: object, apiUrl: string): Tab[] {
  const [path, call, name] = calls[kind];
  const body = JSON.stringify(request, null, 2);
  const curl = `curl ${apiUrl}${path} \\
  -H "X-API-Key: YOUR_API_KEY" \\
  --json '${body.replaceAll("'", String.raw`'\''`)}'`;
  const script = `import { createClient } from "dragline/client";

const client = createClient({
  url: ${JSON.stringify(apiUrl.replace(/\/v1$/, ""))},
  key: "YOUR_API_KEY",
});
const ${name} = await client.${call}${body});
console.log(${name});`;
  const python = `import requests

${name} = requests.post(
    ${JSON.stringify(`${apiUrl}${path}`)},
    headers={"X-API-Key": "YOUR_API_KEY"},
    json=${pythonText(request, "    ")},
).json()
print(${name})`;
  return [
    { name: "curl", body: sample(curl, "curl") },
    { name: "JavaScript", body: sample(script, "javascript") },
    { name: "Python", body: sample(python, "python") },
  ];
}

function sample(text: string, language: string): Markup {
  return markup`<pre tabindex="0" data-sample="${language}">${text}</pre>`;
}

/** A JSON value as Python writes it. */
function pythonText(value: unknown, indent: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const deeper = `${indent}    `;
  const entries = Array.isArray(value)
    ? value.map((each) => pythonText(each, deeper))
    : Object.entries(value).map(
        ([name, each]) => `${JSON.stringify(name)}: ${pythonText(each, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${deeper}${entry},\n`).join("")}${indent}${close}`;
}
