// All pages of docs/reference that are generated, in memory.
import { environmentPage } from "./environment-page.ts";
import { errorsPage } from "./errors-page.ts";
import { eventsPage } from "./events-page.ts";
import { exportsPage } from "./exports-page.ts";
import { limitsPage } from "./limits-page.ts";
import { optionsPage } from "./options-page.ts";
import type { ImportPath } from "./source-program.ts";

/** The folder of the pages, from the root. */
export const REFERENCE = "docs/reference";

/** Each page's text by its name. @throws Error that lists what the sources do not document */
export async function referencePages(
  paths: readonly ImportPath[],
): Promise<Readonly<Record<string, string>>> {
  return {
    "exports.md": exportsPage(paths),
    "options.md": optionsPage(paths),
    "errors.md": errorsPage(),
    "events.md": eventsPage(paths),
    "environment.md": environmentPage(),
    "limits.md": await limitsPage(paths),
  };
}
