import { refIn, type MiniwobTask } from "../miniwob.ts";
import { called, escaped, quoted, refsIn, said, submit, type Oracles } from "./oracle.ts";

/** What the task asks for is written into fields. */
export const fields: Oracles = {
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
  "login-user-popup": async (task) => {
    const [user = "", word = ""] = quoted(task);
    await fillBesideDialog(task, "Username", user);
    await fillBesideDialog(task, "Password", word);
    await task.click(/^- button "(?:OK|Login)"/);
  },
  "use-autocomplete-nodelay": async (task) => {
    const [start = "", end = ""] = quoted(task);
    await task.fill(/^- (?:textbox|combobox|searchbox)/, start);
    const name = `"(?=${escaped(start)})(?:[^"]*${escaped(end)})"`;
    await task.click(new RegExp(`^- (?!textbox)\\w+ ${name}`));
    await task.click(submit);
  },
  "find-word": async (task) => {
    const place = Number(said(task, /the (\d+)\w\w word/));
    const lines = await task.lines();
    const words = (/^- text: (.*)/.exec(lines[1] ?? "")?.[1] ?? "").split(" ");
    await task.fill(/^- textbox/, (words[place - 1] ?? "").replaceAll(/[^a-z]/gi, ""));
    await task.click(submit);
  },
  "simple-arithmetic": async (task) => {
    const sum = /^- text: (\d+) ([-+x]) (\d+) =/;
    const line = (await task.lines()).find((one) => sum.test(one)) ?? "";
    const [, one = "", sign = "", other = ""] = sum.exec(line) ?? [];
    const [first, second] = [Number(one), Number(other)];
    const results = { "-": first - second, "+": first + second, x: first * second };
    await task.fill(/^- textbox/, String(results[sign as keyof typeof results]));
    await task.click(submit);
  },
  "read-table-2": async (task) => {
    const lines = await task.lines();
    const cells = lines.flatMap((line) => {
      const [, label, value] = /^- row: (.*) \| (.*)$/.exec(line) ?? [];
      return label === undefined || value === undefined ? [] : [[label, value] as const];
    });
    for (const [label, value] of cells) {
      const field = called(`${label}:`, "textbox");
      if (lines.some((line) => field.test(line))) await task.fill(field, value);
    }
    await task.click(submit);
  },
  "multi-orderings": async (task) => {
    const form = /Search for (.*) movies directed by (.*) from year (\d+)/;
    const [, genre = "", director = "", year = ""] = form.exec(task.utterance) ?? [];
    const values = { Genre: genre, Director: director, Year: year };
    const lines = await task.lines();
    for (const [label, text] of Object.entries(values)) {
      const from = lines.findIndex((line) => line.endsWith(`columnheader: ${label}`));
      const ref = refIn(lines.slice(from), /^- textbox/);
      await task.act({ type: "fill", ref, text });
    }
    await task.click(submit);
  },
  "guess-number": async (task) => {
    let [least, most] = [0, 9];
    while (least <= most) {
      const guess = Math.floor((least + most) / 2);
      await task.fill(/^- spinbutton/, String(guess));
      await task.click(submit);
      const text = (await task.lines()).join("\n");
      if (text.includes(`is lower than ${guess}`)) most = guess - 1;
      else if (text.includes(`is higher than ${guess}`)) least = guess + 1;
      else return;
    }
  },
  "use-spinner": async (task) => {
    // The page lets no digits be typed.
    const value = Number(said(task, /Select (-?\d+) with/));
    await task.act({ type: "focus", ref: await task.refOf(/^- spinbutton/) });
    const key = value < 0 ? "ArrowDown" : "ArrowUp";
    await task.press(...Array<string>(Math.abs(value)).fill(key));
    await task.click(submit);
  },
  "use-slider-2": async (task) => {
    const values = said(task, /combination \[(.*)\]/).split(",");
    const handles = refsIn(await task.lines(), /class=ui-slider-handle/);
    for (const [index, value] of values.entries()) {
      await task.act({ type: "focus", ref: handles[index] ?? "" });
      await task.press("Home", ...Array<string>(Number(value)).fill("ArrowRight"));
    }
    await task.click(submit);
  },
  "use-colorwheel-2": async (task) => {
    const lines = await task.lines();
    const patch = lines.find((line) => line.startsWith("- graphic [color=#")) ?? "";
    await task.fill(/^- textbox/, /color=#(\w+)/.exec(patch)?.[1] ?? "");
    // The palette covers the button until something else is clicked.
    await task.clickRef(refIn(await task.find("Select the following"), /text/));
    await task.click(submit);
  },
};

/** Fills a field, and once more after a dialog that its focus opened was cancelled. */
async function fillBesideDialog(task: MiniwobTask, name: string, text: string): Promise<void> {
  await task.fill(called(name, "textbox"), text);
  const lines = await task.lines();
  if (!lines.some((line) => called("Cancel").test(line))) return;
  await task.click(called("Cancel"));
  await task.fill(called(name, "textbox"), text);
}
