import { badge, outside } from "../layout/pieces.ts";
import { markup, type Markup } from "../markup.ts";

/** A URL of a crawl, and what became of it. */
export interface TreeUrl {
  readonly url: string;
  readonly outcome: string;
  readonly reason: string;
}

interface Branch {
  readonly branches: Map<string, Branch>;
  readonly leaves: TreeUrl[];
}

/** The most URLs that a tree shows. */
const MOST = 2000;

/** URLs by host and the parts of their paths. */
export function urlTree(urls: readonly TreeUrl[]): Markup {
  const root = newBranch();
  for (const each of urls.slice(0, MOST)) {
    const url = URL.parse(each.url);
    const parts = url === null ? [] : [url.origin, ...url.pathname.split("/").slice(1, -1)];
    let at = root;
    for (const part of parts.slice(0, 12)) at = below(at, part);
    at.leaves.push(each);
  }
  const more =
    urls.length > MOST && markup`<p class="quiet">The first ${MOST} of ${urls.length}.</p>`;
  return markup`<div class="card"><ul class="tree">${branches(root)}</ul>${more}</div>`;
}

function newBranch(): Branch {
  return { branches: new Map(), leaves: [] };
}

function below(branch: Branch, part: string): Branch {
  const known = branch.branches.get(part) ?? newBranch();
  branch.branches.set(part, known);
  return known;
}

function branches({ branches: inner, leaves }: Branch): Markup {
  const own = leaves.map(
    ({ url, outcome, reason }) =>
      markup`<li>${outside(url, leafName(url))}${outcome !== "" && outcome !== "completed" && markup` ${badge(outcome)} <span class="quiet">${reason}</span>`}</li>`,
  );
  const deeper = [...inner].map(
    ([name, branch]) =>
      markup`<li><details open><summary>${name}/ <span class="quiet">${countOf(branch)}</span></summary><ul>${branches(branch)}</ul></details></li>`,
  );
  return markup`${own}${deeper}`;
}

/** The last part of a path: the rest of it is above. */
function leafName(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  return `${url.pathname.split("/").at(-1)}${url.search}` || "/";
}

function countOf({ branches: inner, leaves }: Branch): number {
  return [...inner.values()].reduce((all, branch) => all + countOf(branch), leaves.length);
}
