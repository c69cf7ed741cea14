import type { ListedJob, WireFile } from "../../client/index.ts";
import { amount, folded, json, outside, source, table } from "../layout/pieces.ts";
import { renderMarkdown } from "../layout/render-markdown.ts";
import { tabs, type Tab } from "../layout/tabs.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import { reportView, type Citation } from "./report-view.ts";
import { exportLinks, pagesTabs } from "./pages-view.ts";
import { extractedView } from "./extracted-view.ts";
import { resultView } from "./result-view.ts";
import { urlTree, type TreeUrl } from "./url-tree.ts";

/** The document of a job: fields by kind. */
type Document = Readonly<Record<string, unknown>>;

/** Where a document is shown, and whose it is. */
interface DocumentPlace {
  readonly base: string;
  readonly job: Pick<ListedJob, "id" | "jobType">;
}

/** The most of a text that a page shows; the rest is in the API's answer. */
const MOST_CHARACTERS = 200_000;
/** The most rows of a list. */
const MOST_ROWS = 2000;

/** What a job made, in tabs: as people read it first, as it is last. */
export function documentView(document: object, place: DocumentPlace): Markup {
  const fields = document as Document;
  const shown = [
    ...reportTabs(fields),
    ...wireTabs(fields, place),
    ...pageTabs(fields, place),
    ...pagesTabs(fields, place),
    ...(place.job.jobType === "map" ? mapTabs(fields, place) : linkTabs(fields)),
  ];
  return tabs([...shown, { name: "JSON", body: json(shortened(fields)) }]);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS).toWellFormed()}\n\n[… ${text.length - MOST_CHARACTERS} more characters; the API has all of it]`;
}

function reportTabs({ jobType, markdown, citations }: Document): Tab[] {
  const text = textOf(markdown);
  if (jobType !== "agentic_search" || text === undefined) return [];
  const cited = Array.isArray(citations) ? (citations as readonly Citation[]) : [];
  return [{ name: "Report", body: reportView(text, cited) }];
}

const screenshots = [
  ["Screenshot", "viewport", "screenshotUrl"],
  ["Whole page", "fullpage", "fullPageScreenshotUrl"],
] as const;

function pageTabs(fields: Document, place: DocumentPlace): Tab[] {
  const { jobType, markdown, html, cleanedHtml, summary, generatedJson } = fields;
  const found: Tab[] = [];
  const add = (name: string, body: Fill): void => void found.push({ name, body });
  const text = textOf(markdown) ?? "";
  const isPage = jobType !== "agentic_search";
  if (text !== "" && isPage)
    add("Page", folded(text, markup`<div class="rendered">${renderMarkdown(cut(text))}</div>`));
  if (text !== "") add("Markdown", source(cut(text)));
  if (textOf(summary) !== undefined) add("Summary", markup`<p>${textOf(summary)}</p>`);
  if (generatedJson !== undefined && generatedJson !== null)
    add("Extracted", extractedView(generatedJson));
  found.push(...screenshotTabs(fields, place));
  return [...found, ...sourceTab("Cleaned HTML", cleanedHtml), ...sourceTab("HTML", html)];
}

function sourceTab(name: string, value: unknown): Tab[] {
  const text = textOf(value);
  return text === undefined ? [] : [{ name, body: source(cut(text)) }];
}

function screenshotTabs(fields: Document, { base, job }: DocumentPlace): Tab[] {
  const made = screenshots.filter(([, , field]) => textOf(fields[field]) !== undefined);
  return made.map(([name, type]) => {
    const url = `${base}/api/url-scraper/${encodeURIComponent(job.id)}/screenshot?type=${type}`;
    const body = markup`<img class="shot" src="${url}" alt="Screenshot of the page" loading="lazy">`;
    return { name, body };
  });
}

/** What an action gave. */
function wireTabs(fields: Document, { base, job }: DocumentPlace): Tab[] {
  if (job.jobType !== "wire") return [];
  const { data, files } = fields;
  const held = Array.isArray(files) ? (files as readonly WireFile[]) : [];
  const shown =
    data === undefined || data === null ? [] : [{ name: "Result", body: resultView(data) }];
  if (held.length === 0) return shown;
  const list = table({
    caption: "Files",
    rows: held.slice(0, MOST_ROWS),
    empty: "",
    columns: [
      {
        name: "File",
        show: ({ name }) =>
          markup`<a href="${base}/api/wire/jobs/${encodeURIComponent(job.id)}/download?file=${encodeURIComponent(name)}" download="${name}">${name}</a>`,
      },
      { name: "Type", show: ({ content_type: type }) => type },
      { name: "Bytes", isNumber: true, show: ({ size_bytes: size }) => amount(size) },
    ],
  });
  return [...shown, { name: `Files (${held.length})`, body: list }];
}

/** What a map found. */
function mapTabs({ links, externalLinks }: Document, { base, job }: DocumentPlace): Tab[] {
  const urlsOf = (list: unknown): TreeUrl[] =>
    (Array.isArray(list) ? list : []).flatMap((url) =>
      typeof url === "string" ? [{ url, outcome: "", reason: "" }] : [],
    );
  const groups = [
    ["Of the site", urlsOf(links)],
    ["Elsewhere", urlsOf(externalLinks)],
  ] as const;
  const shown = groups.filter(([, urls]) => urls.length > 0);
  return shown.map(([name, urls], at) => ({
    name: `${name} (${urls.length})`,
    body: markup`${at === 0 && exportLinks(base, job.id)}${urlTree(urls)}`,
  }));
}

function linkTabs({ links, externalLinks, images }: Document): Tab[] {
  return [
    ...listTab("Links", links),
    ...listTab("Links elsewhere", externalLinks),
    ...listTab("Images", images),
  ];
}

/** A link or a picture of a page. */
interface Linked {
  readonly href?: string;
  readonly src?: string;
  readonly text?: string;
  readonly alt?: string;
}

function listTab(name: string, value: unknown): Tab[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  const items = value.slice(0, MOST_ROWS).map((each: unknown) => {
    const { href, src, text, alt } = typeof each === "string" ? { href: each } : (each as Linked);
    return markup`<li>${outside(href ?? src ?? "")} <span class="quiet">${text ?? alt}</span></li>`;
  });
  const body = markup`<ul class="tree card">${items}</ul>`;
  return [{ name: `${name} (${value.length})`, body }];
}

/** The document without the bulk that has a tab of its own. */
function shortened(fields: Document): Document {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value === "string" && value.length > 2000) {
        return [name, `${value.slice(0, 2000).toWellFormed()}… (${value.length} characters)`];
      }
      if (Array.isArray(value) && value.length > 20) {
        return [name, [...value.slice(0, 20).map(deepShortened), `… (${value.length} in all)`]];
      }
      return [name, deepShortened(value)];
    }),
  );
}

function deepShortened(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return shortened(value as Document);
}
