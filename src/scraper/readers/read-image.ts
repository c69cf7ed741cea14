import type { AcquiredPage } from "../run/acquired-page.ts";
import { escapeHtml } from "./escape-html.ts";
import type { ReadDocument } from "./read-document.ts";

/** An image as a page that shows it, named by its file name. */
export function readImage(page: AcquiredPage): ReadDocument {
  const file = new URL(page.url).pathname.split("/").at(-1) ?? "";
  return { html: `<img src="${escapeHtml(page.url)}" alt="${escapeHtml(file)}">` };
}
