/** What a generated site is like. */
export interface GeneratedSite {
  readonly pages: number;
  /** `usual`: 28 to 61 KB and 60 to 100 links; `small`: 2 to 3 KB and 20 links. */
  readonly size: "usual" | "small";
}

/** Links in the navigation, the same on every page. */
const NAVIGATION = 20;

const words =
  "time year people way day man thing woman life child world school state family student group country problem hand part place case week company system program question work government number night point home water room mother area money story fact month lot right study book eye job word business issue side kind head house service friend father power hour game line end member law car city community name president team minute idea body information back parent face others level office door health person art war history party result change morning reason research girl guy moment air teacher force education".split(
    " ",
  );

/** The HTML of page `at`; 0 is the seed, and every page is reachable from it. */
export function generatedPage(at: number, { pages, size }: GeneratedSite): string {
  const chance = numbers(at + 1);
  const links = size === "small" ? 20 : 60 + Math.floor(chance() * 41);
  const bytes = size === "small" ? 2_000 : 28_000 + Math.floor(chance() * 33_000);
  const navigation = Math.min(NAVIGATION, links >> 1, pages);
  // The children of a binary tree make the site whole; the others lie anywhere.
  const targets = [2 * at + 1, 2 * at + 2].filter((child) => child < pages);
  while (targets.length < links - navigation) targets.push(Math.floor(chance() * pages));
  const head = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Page ${at} of the site</title><link rel="stylesheet" href="/style.css"></head>\n<body class="page"><header><nav class="main-navigation"><ul>${listOf(navigation)}</ul></nav></header>\n<main><article><h1>Page ${at}</h1>\n`;
  const foot = `</article></main><footer><p>Made of chance, number ${at}.</p></footer></body></html>\n`;
  const parts = [head];
  let length = head.length + foot.length;
  while (length < bytes || targets.length > 0) {
    const part = length < bytes ? section(chance, targets) : paragraph(chance, targets, 0);
    parts.push(part);
    length += part.length;
  }
  parts.push(foot);
  return parts.join("");
}

function listOf(count: number): string {
  const items = Array.from(
    { length: count },
    (_, at) =>
      `<li class="item item-${at}"><a class="link" href="/page/${at}">Section ${at}</a></li>`,
  );
  return items.join("\n");
}

function section(chance: () => number, targets: number[]): string {
  const kind = Math.floor(chance() * 8);
  if (kind === 0) return `<h2 id="s-${targets.length}">${sentence(chance, 5)}</h2>\n`;
  if (kind === 1) {
    const items = Array.from({ length: 5 }, () => `<li>${sentence(chance, 12)}</li>`);
    return `<ul class="points">${items.join("\n")}</ul>\n`;
  }
  if (kind === 2) {
    const row = (): string => `<tr><td>${sentence(chance, 3)}</td><td>${chance()}</td></tr>`;
    return `<table class="figures"><tbody>${Array.from({ length: 5 }, row).join("\n")}</tbody></table>\n`;
  }
  return paragraph(chance, targets, 60);
}

function paragraph(chance: () => number, targets: number[], length: number): string {
  const target = targets.shift();
  const link = target === undefined ? "" : `<a href="/page/${target}">${sentence(chance, 3)}</a>`;
  return `<p class="text">${sentence(chance, length)} ${link} and <em>${sentence(chance, 2)}</em>.</p>\n`;
}

function sentence(chance: () => number, length: number): string {
  const chosen = Array.from({ length }, () => words[Math.floor(chance() * words.length)] ?? "");
  return chosen.join(" ");
}

/** Numbers from 0, below 1, that follow from `seed` alone (xorshift). */
function numbers(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
