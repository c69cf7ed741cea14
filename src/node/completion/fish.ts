import type { Page, PageFlag, Value } from "./pages.ts";

/** The script for fish. */
export function fishScript(
  pages: readonly Page[],
  commands: readonly (readonly [name: string, summary: string])[],
): string {
  const verbs = pages
    .filter((page) => page.verbs.length > 0)
    .map(
      (page) =>
        `        case ${page.command}; set verbs ${page.verbs.map(([name]) => name).join(" ")}`,
    );
  const first = commands.map(
    ([name, summary]) =>
      `complete -c dragline -n __dragline_first -a ${quoted(name)} -d ${quoted(summary)}`,
  );
  return `# fish completion for dragline. Save it: dragline completion fish > ~/.config/fish/completions/dragline.fish
function __dragline_first
    test (count (commandline -opc)) -eq 1
end

function __dragline_page
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -gt 0; or return 1
    set -l command $words[1]
    set -l verbs
    switch $command
${verbs.join("\n")}
    end
    for word in $words[2..-1]
        if contains -- $word $verbs
            test "$argv" = "$command $word"
            return
        end
    end
    test "$argv" = "$command"
end

complete -c dragline -e
complete -c dragline -f
${first.join("\n")}
${pages.flatMap(pageLines).join("\n")}
`;
}

function pageLines({ command, verb, flags, verbs, operand }: Page): string[] {
  const page = [command, verb].join(" ").trim();
  const head = `complete -c dragline -n ${quoted(`__dragline_page ${page}`)}`;
  const own = verbs.map(([name, summary]) => `${head} -a ${quoted(name)} -d ${quoted(summary)}`);
  const operands = verbs.length > 0 ? [] : operandLine(operand).map((rest) => `${head} ${rest}`);
  return [...own, ...operands, ...flags.map((flag) => `${head} ${flagText(flag)}`)];
}

function operandLine(operand: Value): string[] {
  if (operand.kind === "text") return [];
  return [operand.kind === "words" ? `-a ${quoted(operand.words.join(" "))}` : filesOf(operand)];
}

/** fish completes folders alone by a function of its own. */
function filesOf({ kind }: Value): string {
  return kind === "folders" ? "-a '(__fish_complete_directories)'" : "-F";
}

function flagText({ name, meaning, value }: PageFlag): string {
  return `-l ${name}${value === undefined ? "" : ` ${valueText(value)}`} -d ${quoted(meaning)}`;
}

function valueText(value: Value): string {
  if (value.kind === "text") return "-x";
  if (value.kind === "files") return "-rF";
  if (value.kind === "folders") return "-xa '(__fish_complete_directories)'";
  const words = value.words.join(" ");
  return value.isList ? `-xa '(__fish_append , ${words})'` : `-xa ${quoted(words)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
