import { learnRecipe, type Recipe } from "../../extractor/index.ts";
import { isObject } from "../../extractor/internal.ts";
import { parse } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import { readJsonFile } from "../input/read-json-file.ts";
import { say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import type { ExtractRules } from "./extract-rules.ts";
import type { BroughtPage } from "./given-pages.ts";

/** Values of a page, as a person knows them or as they were extracted. */
export type KnownValues = Readonly<Record<string, Json>>;

/** A page with its values. */
interface Lesson extends BroughtPage {
  readonly values: KnownValues;
}

/** Pages that a recipe is learned from. */
const MOST_PAGES = 5;

/** The flags of learning, as parseArgs gives them. */
interface LearnValues {
  readonly learn?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

/**
 * The values that files name, one for each page; undefined without such files.
 * @throws UsageError
 */
export async function knownValues(
  { learn, values }: LearnValues,
  pages: number,
): Promise<readonly KnownValues[] | undefined> {
  if (learn !== undefined && pages > MOST_PAGES) {
    throw new UsageError(`--learn takes 1 to ${MOST_PAGES} pages; got ${pages}`);
  }
  if (values === undefined) return undefined;
  if (learn === undefined) throw new UsageError("--values needs --learn");
  if (values.length !== pages) {
    throw new UsageError(
      `--values takes one file for each of the ${pages} pages; got ${values.length}`,
    );
  }
  return Promise.all(values.map(readValues));
}

async function readValues(file: string): Promise<KnownValues> {
  const values = await readJsonFile(file);
  if (isObject(values)) return values as KnownValues;
  throw new UsageError(`--values takes a file with a JSON object; ${file} has none`);
}

/**
 * Learns a recipe, writes it, and says on stderr what it has and what it lacks.
 * @returns undefined when nothing could be learned, which is said on stderr
 * @throws ExtractorError `INVALID_PAGES` when the pages are of several sites; Error when the file
 *   cannot be written
 */
export async function learnInto(
  file: string,
  lessons: readonly Lesson[],
  { schema, terminal }: Pick<ExtractRules, "schema"> & { readonly terminal: Terminal },
): Promise<Recipe | undefined> {
  const pages = lessons.map(({ html, url, values }) => ({ tree: parse(html), url, values }));
  const recipe = learnRecipe(pages, schema);
  const learned = [...Object.keys(recipe.fields), ...Object.keys(recipe.lists)];
  if (learned.length === 0) {
    say(terminal, "no extraction recipe was learned: the values were not found on the pages");
    return undefined;
  }
  await writeWhole(file, `${JSON.stringify(recipe, null, 2)}\n`);
  const count = pages.length === 1 ? "1 page" : `${pages.length} pages`;
  say(terminal, `${file}: learned from ${count}: ${learned.join(", ")}`);
  if (recipe.unlearned.length > 0) {
    say(terminal, `${file}: not learned: ${recipe.unlearned.join(", ")}`);
  }
  return recipe;
}
