import type { Page, PageFlag, Value } from "./pages.ts";

/** The script for zsh. */
export function zshScript(
  pages: readonly Page[],
  commands: readonly (readonly [name: string, summary: string])[],
): string {
  return `#compdef dragline
# zsh completion for dragline. Put this into ~/.zshrc, behind compinit: source <(dragline completion zsh)
_dragline() {
  local page=$words[2] word
  local -a offers
  if (( CURRENT == 2 )); then
    offers=(
${commands.map(([name, summary]) => `      ${quoted(`${escaped(name)}:${summary}`)}`).join("\n")}
    )
    _describe -t commands command offers
    return
  fi
  case $page in
${verbCases(pages)}
  esac
  case $page in
${pages.map(pageCase).join("\n")}
  esac
}

compdef _dragline dragline
`;
}

function verbCases(pages: readonly Page[]): string {
  return pages
    .filter(({ verbs }) => verbs.length > 0)
    .map(({ command, verbs }) => {
      const names = verbs.map(([name]) => name).join("|");
      return `    ${command}) for word in $words[3,CURRENT-1]; do case $word in ${names}) page="${command} $word"; break ;; esac; done ;;`;
    })
    .join("\n");
}

/** The words before the flags, program, command and subcommand, are taken away first. */
function pageCase({ command, verb, flags, verbs, operand }: Page): string {
  const specs = [...flags.map(flagSpec), operandSpec(operand, verbs)].map(quoted);
  const lines = specs.map((spec) => `        ${spec} \\`).join("\n");
  const word = verb === "" ? "command" : "subcommand";
  const skipped = verb === "" ? "" : `        ${quoted(`1:${word}:(${verb})`)} \\\n`;
  return `    ${quoted([command, verb].join(" ").trim())})
      shift words; (( CURRENT-- ))
      _arguments -s \\
${skipped}${lines}
        && return ;;`;
}

function flagSpec({ name, meaning, value }: PageFlag): string {
  const head = `*--${name}[${escaped(meaning).replaceAll("[", "\\[").replaceAll("]", "\\]")}]`;
  if (value === undefined) return head;
  // With the value behind = or in the next word.
  return `${head.replace(`--${name}`, `--${name}=`)}:${name}:${action(value, name)}`;
}

function operandSpec(operand: Value, verbs: Page["verbs"]): string {
  if (verbs.length === 0) return `*:argument:${action(operand, "argument")}`;
  const words = verbs.map(([name, summary]) => `${name}\\:${JSON.stringify(escaped(summary))}`);
  return `1:subcommand:((${words.join(" ")}))`;
}

function action(value: Value, name: string): string {
  if (value.kind === "files") return "_files";
  if (value.kind === "folders") return "_files -/";
  if (value.kind === "text") return " ";
  return value.isList
    ? `_values -s , ${name} ${value.words.join(" ")}`
    : `(${value.words.join(" ")})`;
}

function escaped(text: string): string {
  return text.replaceAll(":", "\\:");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
