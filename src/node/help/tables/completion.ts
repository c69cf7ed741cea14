import { usualCodes, type CommandHelp } from "../help-page.ts";

/** The table of `dragline completion`. */
export const completionHelp = {
  name: "completion",
  usage: ["bash|zsh|fish"],
  purpose: [
    "Prints a script by which your shell completes commands, flags, their values and file names.",
  ],
  operands: ["bash", "zsh", "fish"],
  flags: {},
  examples: [
    ["source <(dragline completion bash)", "in ~/.bashrc"],
    ["source <(dragline completion zsh)", "in ~/.zshrc, behind compinit"],
    ["dragline completion fish > ~/.config/fish/completions/dragline.fish", "once"],
  ],
  exitCodes: { 0: "done", ...usualCodes },
} as const satisfies CommandHelp;
