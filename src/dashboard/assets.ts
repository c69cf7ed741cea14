import { createHash } from "node:crypto";
import { assetAnswer } from "./answer.ts";
import { dashboardScript } from "./client/dashboard-script.ts";
import { dashboardIcon } from "./layout/icon.ts";
import { dashboardStyle } from "./layout/style.ts";

/** Files of the pages: their type and text, by name. */
const files = new Map([
  ["dashboard.css", ["text/css; charset=utf-8", dashboardStyle]],
  ["dashboard.svg", ["image/svg+xml", dashboardIcon]],
  ["dashboard.js", ["text/javascript; charset=utf-8", dashboardScript]],
] as const);

type FileName = "dashboard.css" | "dashboard.svg" | "dashboard.js";

/** Each under a name that changes with it, so that browsers keep it. */
const paths = new Map(
  [...files].map(([name, [, text]]) => {
    const hash = createHash("sha256").update(text).digest("base64url").slice(0, 12);
    return [name, `/assets/${hash}/${name}`];
  }),
);

/** Where a file is, without the prefix of the dashboard. */
export function assetPath(name: FileName): string {
  return paths.get(name) ?? "";
}

/** The file at a path; undefined where there is none. An old name gets what is there now. */
export function assetAt(path: string): Response | undefined {
  const [, name = ""] = /^\/assets\/[\w-]{1,20}\/([\w.]+)$/.exec(path) ?? [];
  const [type, text] = files.get(name as FileName) ?? [];
  return type === undefined || text === undefined ? undefined : assetAnswer(text, type);
}
