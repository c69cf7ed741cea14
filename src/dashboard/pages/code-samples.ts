import { markup, type Markup } from "../markup.ts";
import type { Tab } from "../layout/tabs.ts";

/** A scrape as curl, JavaScript and Python; the key is left to the reader. */
export function codeSamples(request: object, apiUrl: string): Tab[] {
  const body = JSON.stringify(request, null, 2);
  const curl = `curl ${apiUrl}/url-scraper/scrape \\
  -H "X-API-Key: YOUR_API_KEY" \\
  --json '${body.replaceAll("'", String.raw`'\''`)}'`;
  const script = `import { createClient } from "dragline/client";

const client = createClient({
  url: ${JSON.stringify(apiUrl.replace(/\/v1$/, ""))},
  key: "YOUR_API_KEY",
});
const page = await client.scrape(${body});
console.log(page);`;
  const python = `import requests

page = requests.post(
    ${JSON.stringify(`${apiUrl}/url-scraper/scrape`)},
    headers={"X-API-Key": "YOUR_API_KEY"},
    json=${pythonText(request, "    ")},
).json()
print(page)`;
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
