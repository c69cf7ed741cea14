import { createHash } from "node:crypto";
import type { TextDiff } from "../text-diff.ts";
import { checkChanges } from "../text/check-changes.ts";
import { Units } from "../text/units.ts";
import { escapeHtml } from "./escape-html.ts";
import { htmlRows } from "./html-rows.ts";
import { hunksOf } from "./hunks.ts";
import {
  completeViewOptions,
  viewDefaults,
  type DiffViewOptions,
  type DiffViewSettings,
} from "./render-settings.ts";
import { showControls } from "./show-controls.ts";
import { viewStyle } from "./view-style.ts";

/** How a difference is shown as a page. */
export interface HtmlViewOptions extends DiffViewOptions {
  /**
   * Heading and title of the page.
   * @default "Difference"
   */
  readonly title?: string | undefined;
}

type HtmlViewSettings = DiffViewSettings & { readonly title: string };

const defaults: HtmlViewSettings = Object.freeze({
  ...viewDefaults,
  title: "Difference",
});

/**
 * A difference as one HTML page, the texts side by side and on narrow screens one below the other. It
 * needs nothing else, runs no script, and its policy (CSP) lets none run and nothing load, whatever
 * the texts hold. Follows the reader's light or dark scheme.
 * @throws DiffError `INVALID_DIFF` when it is of another text
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { diffText, toSideBySideHtml } from "dragline/diff";
 *
 * const before = "High water 06:12\n";
 * console.log(toSideBySideHtml(before, diffText(before, "High water 06:31\n")));
 * ```
 */
export function toSideBySideHtml(
  before: string,
  diff: TextDiff,
  options?: HtmlViewOptions,
): string {
  const settings = completeViewOptions(defaults, options);
  const units = new Units(before);
  checkChanges(units, diff);
  const { adds, dels } = diff.stats;
  const { changes } = diff;
  const afterCount = units.count + adds - dels;
  const hunks = hunksOf({ units, ...diff, afterCount, context: settings.context });
  const isSame = changes.length === 0 && !diff.omitted;
  const body = isSame ? "<p>The texts are the same.</p>" : table(htmlRows(hunks), settings);
  return page(summary(diff, settings) + `<main>\n${body}</main>\n`, settings);
}

function summary({ stats, truncated, omitted }: TextDiff, settings: HtmlViewSettings): string {
  const counted = (count: number, what: string): string =>
    `${count} ${count === 1 ? "line" : "lines"} ${what}`;
  const notices = [
    ...(omitted ? ["The difference is too large: some changes are left out."] : []),
    ...(truncated && !omitted ? ["Time ran out: there may be a smaller difference."] : []),
  ];
  return (
    `<header>\n<h1>${shown(settings.title)}</h1>\n` +
    `<p><span class="adds">+${counted(stats.adds, "added")}</span>, ` +
    `<span class="dels">\u2212${counted(stats.dels, "removed")}</span></p>\n` +
    notices.map((notice) => `<p class="notice">${notice}</p>\n`).join("") +
    `</header>\n`
  );
}

function table(rows: string, { beforeLabel, afterLabel }: HtmlViewSettings): string {
  return (
    `<table>\n<caption class="hidden">Lines of ${shown(beforeLabel)} and of ` +
    `${shown(afterLabel)}, side by side</caption>\n` +
    `<colgroup><col class="number"><col><col class="number"><col></colgroup>\n` +
    `<thead><tr><th scope="colgroup" colspan="2">${shown(beforeLabel)}</th>` +
    `<th scope="colgroup" colspan="2">${shown(afterLabel)}</th></tr></thead>\n` +
    `<tbody>\n${rows}</tbody>\n</table>\n`
  );
}

function page(body: string, { title }: HtmlViewSettings): string {
  const hash = createHash("sha256").update(viewStyle).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return (
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n` +
    `<meta name="referrer" content="no-referrer">\n` +
    `<title>${shown(title)}</title>\n<style>${viewStyle}</style>\n</head>\n` +
    `<body>\n${body}</body>\n</html>\n`
  );
}

function shown(text: string): string {
  return escapeHtml(showControls(text));
}
