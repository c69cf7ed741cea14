import { outside } from "../layout/pieces.ts";
import { markup, type Markup } from "../markup.ts";

/** A URL of a crawl, and what became of it. */
interface TreeUrl {
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
  return markup`<div class="card"><ul class="tree">${branches(root)}</ul></div>`;
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
      markup`<li>${outside(url)}${outcome === "failed" && markup` <span class="badge bad">failed</span> <span class="quiet">${reason}</span>`}</li>`,
  );
  const deeper = [...inner].map(
    ([name, branch]) =>
      markup`<li><details open><summary>${name}/ <span class="quiet">${countOf(branch)}</span></summary><ul>${branches(branch)}</ul></details></li>`,
  );
  return markup`${own}${deeper}`;
}

function countOf({ branches: inner, leaves }: Branch): number {
  return [...inner.values()].reduce((all, branch) => all + countOf(branch), leaves.length);
}
