// Which public functions and classes show how they are called.
import type { Comment } from "./comment.ts";
import type { ImportPath, PublicName } from "./source-program.ts";

/**
 * The functions that have no example: neither `@example`, nor a call in the example of their import
 * path's header, nor a file of examples/ by its name, nor a link to a name that has one of these.
 */
export function withoutExample(paths: readonly ImportPath[]): readonly string[] {
  const all = paths.flatMap(({ path, header, names }) =>
    names.map((one) => ({ ...one, path, isShown: showsExample(one) || calls(header, one.name) })),
  );
  const shown = new Set(all.filter(({ isShown }) => isShown).map(({ name }) => name));
  return all
    .filter(({ kind, name }) => kind === "function" && !shown.has(name))
    .filter(({ comment }) => !comment.links.some((link) => shown.has(link)))
    .map(({ path, name }) => `${path} ${name}`);
}

function showsExample({ comment }: PublicName): boolean {
  const isTagged = comment.tags.some(({ name }) => name === "example");
  return isTagged || /\bexamples\/\d\d-/.test(comment.text);
}

function calls({ tags }: Comment, name: string): boolean {
  const code = tags.find((tag) => tag.name === "example")?.text ?? "";
  return new RegExp(String.raw`\b${name}\(`).test(code);
}
