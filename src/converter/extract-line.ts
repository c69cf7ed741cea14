import { createExtractor } from "../extractor/index.ts";
import type { MadeLine, GivenLine } from "./conversion-job.ts";
import type { ExtractOptions } from "./extract-options.ts";
import { answeredLine, failedLine, readLine, reasonOf } from "./json-line.ts";

const extractor = createExtractor();

/**
 * Extracts values of the page of a line `{"id", "html", "url"}`, or of a page, and gives the line
 * `{"id", "data", "missing"}`, or `{"id", "error"}` when there is no such page; never throws.
 * @param announce is told the id, as JSON, before the work begins
 */
export async function extractLine(
  { line, number }: GivenLine,
  { schema, recipe, url: base = "", evidence: isProven = false }: ExtractOptions,
  announce: (id: string) => void,
): Promise<MadeLine> {
  let id: string | undefined;
  try {
    const { html, url, said } = await readLine(line, (known) => announce((id = known)));
    const { data, missing, evidence, warnings } = await extractor.extract(
      { html, url: url || base },
      schema,
      {
        recipe,
      },
    );
    return answeredLine(id, {
      ...said,
      data,
      missing,
      ...(isProven && { evidence }),
      ...(warnings.length > 0 && { warnings }),
    });
  } catch (error) {
    return failedLine({ id, number }, reasonOf(error));
  }
}
