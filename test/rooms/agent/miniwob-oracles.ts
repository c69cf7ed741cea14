import type { MiniwobTask } from "./miniwob.ts";

/** Solves a task by what it says and what a snapshot shows. */
export type Oracle = (task: MiniwobTask) => Promise<void>;

function quoted(task: MiniwobTask): string[] {
  return [...task.utterance.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function called(name: string, role = "\\w+"): RegExp {
  return new RegExp(`^- ${role} "${escaped(name)}"`);
}

const submit = /^- button "(?:Submit|Search|Login|OK)"/;

/** One policy a task; none looks at the document. */
export const oracles: Readonly<Record<string, Oracle>> = {
  "click-button": async (task) => task.click(called(quoted(task)[0] ?? "", "button")),
  "click-test": async (task) => task.click(/^- button/),
  "click-test-2": async (task) => task.click(called("ONE")),
  "click-link": async (task) => task.click(called(quoted(task)[0] ?? "")),
  "focus-text": async (task) => task.click(/^- textbox/),
  "enter-text": async (task) => {
    await task.fill(/^- textbox/, quoted(task)[0] ?? "");
    await task.click(submit);
  },
  "enter-text-2": async (task) => {
    const [text = ""] = quoted(task);
    const isUpper = task.utterance.includes("upper");
    await task.fill(/^- textbox/, isUpper ? text.toUpperCase() : text.toLowerCase());
    await task.click(submit);
  },
  "enter-date": async (task) => {
    const [, month, day, year] = /(\d+)\/(\d+)\/(\d+)/.exec(task.utterance) ?? [];
    await task.fill(/^- textbox/, `${year}-${month}-${day}`);
    await task.click(submit);
  },
  "click-checkboxes": async (task) => {
    const wanted = /Select (.*) and click/.exec(task.utterance)?.[1] ?? "";
    for (const name of wanted === "nothing" ? [] : wanted.split(", "))
      await task.fill(called(name, "checkbox"), "true");
    await task.click(submit);
  },
  "click-scroll-list": async (task) => {
    const wanted = /Select (.*) from/.exec(task.utterance)?.[1] ?? "";
    await task.fill(/^- listbox/, wanted.replaceAll(", ", "\n"));
    await task.click(submit);
  },
  "login-user-popup": async (task) => {
    const [user = "", word = ""] = quoted(task);
    for (const [name, text] of [
      ["Username", user],
      ["Password", word],
    ] as const) {
      await task.fill(called(name, "textbox"), text);
      const lines = await task.lines();
      if (!lines.some((line) => called("Cancel").test(line))) continue;
      await task.click(called("Cancel"));
      await task.fill(called(name, "textbox"), text);
    }
    await task.click(/^- button "(?:OK|Login)"/);
  },
  "use-autocomplete-nodelay": async (task) => {
    const [start = "", end = ""] = quoted(task);
    await task.fill(/^- (?:textbox|combobox|searchbox)/, start);
    const name = `"(?=${escaped(start)})(?:[^"]*${escaped(end)})"`;
    await task.click(new RegExp(`^- (?!textbox)\\w+ ${name}`));
    await task.click(submit);
  },
};
