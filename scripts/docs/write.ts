// Writes docs/reference and the programs of all examples from the sources, puts the code of examples/
// into the pages that show it, and names the public functions that show no example.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../test/sources.ts";
import { commandLinePage } from "./command-line.ts";
import { withoutExample } from "./examples.ts";
import { withExamples } from "./include-examples.ts";
import { readPages } from "./pages.ts";
import { referenceFiles } from "./reference-files.ts";
import { readImportPaths } from "./source-program.ts";
import { EXAMPLES } from "./tsdoc-examples.ts";

const paths = readImportPaths();
const files = {
  ...(await referenceFiles(paths)),
  "docs/reference/command-line.md": commandLinePage(),
};
rmSync(join(root, EXAMPLES), { recursive: true, force: true });
for (const [path, text] of Object.entries(files)) {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

for (const { path, text } of readPages()) {
  const whole = withExamples(text);
  if (whole !== text) writeFileSync(join(root, path), whole);
}

const bare = withoutExample(paths);
if (bare.length > 0) {
  console.error(
    `Functions without @example or a link to one (${bare.length}):\n  ${bare.join("\n  ")}`,
  );
}
