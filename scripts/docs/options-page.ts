// docs/reference/options.md: every options bag with its options.
import { cell, codeCell, tagOf, type Comment } from "./comment.ts";
import { splitBounds } from "./bounds.ts";
import type { Member } from "./members.ts";
import { page, table } from "./page.ts";
import type { ImportPath, PublicName } from "./source-program.ts";

/** @throws Error that lists options without a comment */
export function optionsPage(paths: readonly ImportPath[]): string {
  const sentences = new Map(
    paths.flatMap(({ names }) => names.map(({ name, comment }) => [name, comment.sentence])),
  );
  const bags = bagsOf(paths, sentences);
  const bare = bags.flatMap(({ bags: here }) => here.flatMap(uncommented));
  if (bare.length > 0) throw new Error(`These options have no TSDoc:\n  ${bare.join("\n  ")}`);
  return page({
    title: "Options",
    source: "the interfaces in `src/`",
    introduction: [
      "What functions and classes take, by import path. `Required` is an option that must be given; one with neither a default nor `Required` is left out when you do not need it. Unless it says otherwise, a duration is in milliseconds and a size in bytes. An unknown option or one out of bounds is an `INVALID_OPTION` (see [errors.md](errors.md)).",
      "A type of options stands under the first import path that exports it.",
    ],
    sections: bags.map(({ path, bags: here }) => [`## ${path}`, ...here.map(section)].join("\n\n")),
  });
}

interface BagsOfPath {
  readonly path: string;
  readonly bags: readonly PublicName[];
}

/** An option without words of its own is what its type is. */
function bagsOf(
  paths: readonly ImportPath[],
  sentences: ReadonlyMap<string, string>,
): readonly BagsOfPath[] {
  const seen = new Set<string>();
  const found = paths.map(({ path, names }) => ({
    path,
    bags: names.filter((name) => {
      // What routes take is described by the service itself.
      const isOfRoutes = name.place.startsWith("src/client/api/");
      if (isOfRoutes || seen.has(name.place) || !isBag(name)) return false;
      seen.add(name.place);
      return true;
    }),
  }));
  return found
    .filter(({ bags }) => bags.length > 0)
    .map(({ path, bags }) => ({ path, bags: bags.map((bag) => withTypes(bag, sentences)) }));
}

function withTypes(bag: PublicName, sentences: ReadonlyMap<string, string>): PublicName {
  const members = bag.members.map((member) => {
    if (member.comment.sentence !== "") return member;
    const [, type = ""] = /^(?:\w+<)?(\w+)/.exec(member.type) ?? [];
    const sentence = sentences.get(type) ?? "";
    return { ...member, comment: { ...member.comment, text: sentence, sentence } };
  });
  return { ...bag, members };
}

/** Options by their name; of what is handed over as one object, that of which parts may be left out. */
function isBag({ name, members }: PublicName): boolean {
  if (/(?:Options|Limits|Policy|Collaborators)$/.test(name)) return members.length > 0;
  const isGiven = /(?:Call|Task|Definition|Hints|Order|Parts)$/.test(name);
  return isGiven && members.some(({ isOptional }) => isOptional);
}

function uncommented({ place, members }: PublicName): readonly string[] {
  return members
    .filter((member) => member.comment.sentence === "")
    .map((member) => `${place}.${member.name}`);
}

function section({ name, comment, members }: PublicName): string {
  const rows = members.map(row);
  const head = ["Option", "Type", "Default", "Unit and bounds", "Meaning"];
  return [`### ${name}`, comment.text, table(head, rows)].join("\n\n");
}

function row(member: Member): readonly string[] {
  const { name, type, comment } = member;
  const { bounds, meaning } = splitBounds(name, comment.text);
  return [`\`${name}\``, codeCell(type), defaultOf(member), cell(bounds), cell(meaning)];
}

function defaultOf({ isOptional, comment }: Member): string {
  const said = saidDefault(comment);
  if (said !== undefined) return said;
  return isOptional ? "" : "Required";
}

/** Values stand as code, sentences as text. */
function saidDefault(comment: Comment): string | undefined {
  const said = tagOf(comment, "default");
  if (said === undefined) return undefined;
  if (said === "undefined") return "none";
  return said.includes("`") || /^\w+ \w+ \w/.test(said) ? cell(said) : codeCell(said);
}
