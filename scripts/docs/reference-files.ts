// All files that are generated from the sources, in memory.
import { environmentPage } from "./environment-page.ts";
import { errorsPage } from "./errors-page.ts";
import { eventsPage } from "./events-page.ts";
import { exportsPage } from "./exports-page.ts";
import { limitsPage } from "./limits-page.ts";
import { optionsPage } from "./options-page.ts";
import type { ImportPath } from "./source-program.ts";
import { examplePrograms } from "./tsdoc-examples.ts";

/** Each file's text by its path from the root. @throws Error that lists what is not documented */
export async function referenceFiles(
  paths: readonly ImportPath[],
): Promise<Readonly<Record<string, string>>> {
  return {
    "docs/reference/exports.md": exportsPage(paths),
    "docs/reference/options.md": optionsPage(paths),
    "docs/reference/errors.md": errorsPage(),
    "docs/reference/events.md": eventsPage(paths),
    "docs/reference/environment.md": environmentPage(),
    "docs/reference/limits.md": await limitsPage(paths),
    ...examplePrograms(paths),
  };
}
