import { escapeAttribute, escapeText } from "../../../../html/internal.ts";
import type { ChangeStory, StoryList, StoryRow } from "./change-story.ts";
import type { Mail } from "./mail-sender.ts";

/** A story as a mail, in both forms. */
export function writeStory(story: ChangeStory): Pick<Mail, "subject" | "text" | "html"> {
  return { subject: story.subject, text: textOf(story), html: htmlOf(story) };
}

function textOf({ lines, rows, lists, url }: ChangeStory): string {
  const blocks = [
    ...lines,
    ...rows.map(({ name, before, after }) => `${name}\n  before: ${before}\n  after: ${after}`),
    ...lists.map(({ title, urls }) => [`${title}:`, ...urls.map((one) => `  ${one}`)].join("\n")),
    url,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function htmlOf({ subject, lines, rows, lists, url }: ChangeStory): string {
  return [
    `<!doctype html><html><head><meta charset="utf-8"><title>${escapeText(subject)}</title></head>`,
    `<body style="font:14px sans-serif">`,
    ...lines.map((line) => `<p>${escapeText(line)}</p>`),
    ...(rows.length === 0 ? [] : [tableOf(rows)]),
    ...lists.map(listOf),
    `<p>${linkTo(url)}</p>`,
    `</body></html>`,
  ].join("\n");
}

function tableOf(rows: readonly StoryRow[]): string {
  const cells = (row: readonly string[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag} align="left">${escapeText(cell)}</${tag}>`).join("")}</tr>`;
  const body = rows.map(({ name, before, after }) => cells([name, before, after], "td"));
  const head = cells(["What", "Before", "After"], "th");
  return `<table border="1" cellpadding="6" style="border-collapse:collapse">${head}${body.join("")}</table>`;
}

function listOf({ title, urls }: StoryList): string {
  const items = urls.map((url) => `<li>${linkTo(url)}</li>`);
  return `<p>${escapeText(title)}:</p><ul>${items.join("")}</ul>`;
}

/** A link only where following it opens a page. */
function linkTo(url: string): string {
  const text = escapeText(url);
  return /^https?:\/\//i.test(url) ? `<a href="${escapeAttribute(url)}">${text}</a>` : text;
}
