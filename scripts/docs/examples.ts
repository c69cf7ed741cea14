// Which public functions and classes show how they are called.
import type { ImportPath, PublicName } from "./source-program.ts";

/**
 * The functions that have no example: neither `@example`, nor a file of examples/ by its name, nor a
 * link to a name that has one of these.
 */
export function withoutExample(paths: readonly ImportPath[]): readonly string[] {
  const all = paths.flatMap(({ path, names }) => names.map((name) => ({ path, ...name })));
  const shown = new Set(all.filter(showsExample).map(({ name }) => name));
  return all
    .filter(({ kind }) => kind === "function")
    .filter((one) => !showsExample(one) && !one.comment.links.some((link) => shown.has(link)))
    .map(({ path, name }) => `${path} ${name}`);
}

function showsExample({ comment }: PublicName): boolean {
  const isTagged = comment.tags.some(({ name }) => name === "example");
  return isTagged || /\bexamples\/\d\d-/.test(comment.text);
}
