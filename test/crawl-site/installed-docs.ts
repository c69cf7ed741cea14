import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** Documentation that Debian's packages put on the machine. */
export interface DocSet {
  readonly name: string;
  readonly folder: string;
}

const DOCS = "/usr/share/doc";

/**
 * The sets that are here: of python3-doc, postgresql-doc-* and nodejs-doc.
 * @throws where there is none and `REQUIRE_SERVICES=1` says that tests may not be skipped
 */
export function installedDocs(): readonly DocSet[] {
  const names = existsSync(DOCS) ? readdirSync(DOCS) : [];
  const candidates = [
    ...names.filter((name) => /^postgresql-doc-\d+$/.test(name)).map((name) => join(name, "html")),
    join("python3-doc", "html"),
    join("nodejs", "api"),
  ];
  const sets = candidates
    .filter((path) => existsSync(join(DOCS, path, "index.html")))
    .map((path) => ({ name: path.replace(/\/.*/, ""), folder: realpathSync(join(DOCS, path)) }));
  if (sets.length > 0 || process.env["REQUIRE_SERVICES"] !== "1") return sets;
  throw new Error("REQUIRE_SERVICES=1 and no documentation is installed: scripts/setup-docs.mjs");
}

/** The end of a suite's title: with the reason where it is skipped. */
export function docsTitle(sets: readonly DocSet[]): string {
  const title = ", on the documentation of Debian packages";
  return sets.length === 0 ? `${title} (skipped: none is installed)` : title;
}
