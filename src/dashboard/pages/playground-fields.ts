import { options } from "../layout/pieces.ts";
import { markup, type Markup } from "../markup.ts";
import { formats, type Kind } from "./playground-request.ts";

/** The fields of a kind, as they were filled in. */
export function fieldsOf(kind: Kind, form: URLSearchParams): Markup {
  if (kind === "crawl") return crawlFields(form);
  if (kind === "map") return mapFields(form);
  return markup`${kind === "batch" ? urlsField(form) : urlField(form)}${pageFields(form)}`;
}

function urlsField(form: URLSearchParams): Markup {
  return markup`<label>URLs, one a line, at most 10 <textarea name="urls" required spellcheck="false" placeholder="https://example.com/">${form.get("urls") ?? form.get("url")}</textarea></label>`;
}

function urlField(form: URLSearchParams): Markup {
  return markup`<div><label for="url">URL</label><input id="url" name="url" type="url" required maxlength="2048" placeholder="https://example.com/" value="${form.get("url")}"></div>`;
}

function pageFields(form: URLSearchParams): Markup {
  const chosen = new Set(form.getAll("format"));
  if (chosen.size === 0) chosen.add("markdown");
  const boxes = formats.map(
    ([value, name]) =>
      markup`<label class="check"><input type="checkbox" name="format" value="${value}"${chosen.has(value) && markup` checked`}> ${name}</label>`,
  );
  const isOpen = ["useBrowser", "forceFresh", "actions", "country"].some((name) => form.get(name));
  return markup`<fieldset><legend>What you want of it</legend>${boxes}</fieldset>
${schemaField(form, "What to extract; chooses “JSON by a schema”")}
<details${isOpen && markup` open`}><summary>Browser, actions, country</summary>
<p>${check(form, "useBrowser", "in a browser")} ${check(form, "forceFresh", "anew, not from the cache")}</p>
<label for="actions">Browser actions, as a JSON array</label><textarea id="actions" name="actions" spellcheck="false" placeholder='[{"type":"click","selector":"#more"}]'>${form.get("actions")}</textarea>
${countryField(form)}
</details>`;
}

function crawlFields(form: URLSearchParams): Markup {
  return markup`${urlField(form)}
<div class="row">${number(form, "maxPages", { label: "Pages at most", most: 1000, least: 1, usual: 10 })}${number(form, "depth", { label: "Links from the start", most: 5, least: 0, usual: 1 })}</div>
<div class="row"><label>Only URLs like these, one a line <textarea name="include" data-field="includePatterns" spellcheck="false" placeholder="/lamps/*">${form.get("include")}</textarea></label><label>No URLs like these, one a line <textarea name="exclude" data-field="excludePatterns" spellcheck="false" placeholder="/cart*">${form.get("exclude")}</textarea></label></div>
<p>${check(form, "useBrowser", "in a browser")}</p>
${countryField(form)}
${schemaField(form, "What to extract from each page; each one costs the price of JSON")}`;
}

function mapFields(form: URLSearchParams): Markup {
  return markup`${urlField(form)}
<div class="row">${number(form, "limit", { label: "URLs at most", most: 5000, least: 1, usual: 100 })}${number(form, "depth", { label: "Links from the start", most: 5, least: 0, usual: 2 })}</div>
<label>Only URLs about <input name="search" value="${form.get("search")}" placeholder="lamps"></label>
<p>${check(form, "includeSubdomains", "subdomains too")} ${check(form, "includeExternalLinks", "links to other sites too")} ${check(form, "useBrowser", "in a browser")}</p>
${countryField(form)}`;
}

function schemaField(form: URLSearchParams, label: string): Markup {
  const text = form.get("schema") ?? "";
  return markup`<details${text !== "" && markup` open`}><summary>JSON Schema</summary><label for="schema">${label}</label><textarea id="schema" name="schema" data-field="outputSchema" spellcheck="false" placeholder='{"type":"object","properties":{"price":{"type":"number"}}}'>${text}</textarea></details>`;
}

/** A whole number's field. */
interface NumberField {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  /** Where nothing is entered. */
  readonly usual: number;
}

function number(
  form: URLSearchParams,
  name: string,
  { label, least, most, usual }: NumberField,
): Markup {
  return markup`<label>${label} <input name="${name}" type="number" step="1" min="${least}" max="${most}" placeholder="${usual}" value="${form.get(name)}"></label>`;
}

function check(form: URLSearchParams, name: string, label: string): Markup {
  return markup`<label class="check"><input type="checkbox" name="${name}"${form.has(name) && markup` checked`}> ${label}</label>`;
}

function countryField(form: URLSearchParams): Markup {
  return markup`<div><label for="country">Country of the proxy</label><select id="country" name="country">${options(countries, form.get("country") ?? "")}</select></div>`;
}

const countries = [
  ["", "the default"],
  ["us", "United States"],
  ["gb", "United Kingdom"],
  ["de", "Germany"],
  ["fr", "France"],
  ["nl", "Netherlands"],
  ["jp", "Japan"],
  ["in", "India"],
  ["br", "Brazil"],
  ["au", "Australia"],
] as const;
