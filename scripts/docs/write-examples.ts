// Puts the examples' code into the pages that show it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withExamples } from "./include-examples.ts";
import { readPages, root } from "./pages.ts";

for (const { path, text } of readPages()) {
  const whole = withExamples(text);
  if (whole !== text) writeFileSync(join(root, path), whole);
}
