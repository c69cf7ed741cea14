import type { Page, Value } from "./pages.ts";

/** The script for bash, from version 3.2 on. */
export function bashScript(pages: readonly Page[], commands: readonly string[]): string {
  return `# bash completion for dragline. Put this into ~/.bashrc: source <(dragline completion bash)
_dragline() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]} page= flags= verbs= operand= value= word before= i
  # bash takes --flag=value for three words.
  if [[ $cur == "=" ]]; then cur=
  elif [[ $prev == "=" ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W ${quoted([...commands, "help", "--help", "--version"].join(" "))} -- "$cur"))
    return
  fi
  page=$command
  case $command in
${verbCases(pages)}
  esac
  case $page in
${pages.map(pageCase).join("\n")}
    *) return ;;
  esac
  case "$page $prev" in
${pages.map(valueCases).filter(Boolean).join("\n")}
  esac
  if [[ -n $value ]]; then _dragline_offer "$value"
  elif [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif [[ -n $verbs ]]; then COMPREPLY=($(compgen -W "$verbs" -- "$cur"))
  else _dragline_offer "$operand"; fi
}

_dragline_offer() {
  local IFS=$'\\n'
  case $1 in
    files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
    folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
    list:*)
      [[ $cur == *,* ]] && before=\${cur%,*},
      COMPREPLY=($(IFS=' '; compgen -P "$before" -W "\${1#list:}" -- "\${cur##*,}")) ;;
    words:*) COMPREPLY=($(IFS=' '; compgen -W "\${1#words:}" -- "$cur")) ;;
  esac
}

complete -F _dragline dragline
`;
}

function verbCases(pages: readonly Page[]): string {
  const own = pages.filter(({ verbs }) => verbs.length > 0);
  return own
    .map(({ command, verbs }) => {
      const names = verbs.map(([name]) => name);
      return `    ${command})
      for (( i = 2; i < COMP_CWORD; i++ )); do
        case \${COMP_WORDS[i]} in ${names.join("|")}) page="${command} \${COMP_WORDS[i]}"; break ;; esac
      done ;;`;
    })
    .join("\n");
}

function pageCase({ command, verb, flags, verbs, operand }: Page): string {
  const names = flags.map(({ name }) => `--${name}`).join(" ");
  const words = verbs.map(([name]) => name).join(" ");
  return `    ${pattern(command, verb)}) flags=${quoted(names)} verbs=${quoted(words)} operand=${quoted(offered(operand))} ;;`;
}

/** The flags of a page that take a value. */
function valueCases({ command, verb, flags }: Page): string {
  const byValue = Map.groupBy(
    flags.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }])),
    ({ value }) => offered(value),
  );
  return [...byValue]
    .map(([value, own]) => {
      const patterns = own.map(({ name }) =>
        pattern([command, verb].join(" ").trim(), `--${name}`),
      );
      return `    ${patterns.join("|")}) value=${quoted(value)} ;;`;
    })
    .join("\n");
}

function pattern(...words: readonly string[]): string {
  return quoted(words.join(" ").trim());
}

function offered(value: Value): string {
  if (value.kind !== "words") return value.kind;
  return `${value.isList ? "list" : "words"}:${value.words.join(" ")}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
