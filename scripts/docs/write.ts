// Writes docs/reference from the sources, and names the public functions that show no example.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../test/sources.ts";
import { withoutExample } from "./examples.ts";
import { REFERENCE, referencePages } from "./pages.ts";
import { readImportPaths } from "./source-program.ts";

const folder = join(root, REFERENCE);
const paths = readImportPaths();
const pages = await referencePages(paths);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);

const bare = withoutExample(paths);
if (bare.length > 0) {
  console.error(`Functions without @example or a link to one (${bare.length}):\n  ${bare.join("\n  ")}`);
}
