import { refIn } from "../miniwob.ts";
import { quoted, refsIn, said, submit, type Oracles } from "./oracle.ts";

/** What each colour of the editor's palette is called, by its hexadecimal. */
const palette: Readonly<Record<string, string>> = {
  red: "#e60000",
  orange: "#ff9900",
  yellow: "#ffff00",
  green: "#008a00",
  blue: "#0066cc",
  purple: "#9933ff",
};

const styles: Readonly<Record<string, string>> = {
  bold: "bold",
  italics: "italic",
  underlined: "underline",
};

/** Texts are selected, copied, styled, scrolled, and their boxes resized. */
export const texts: Oracles = {
  "copy-paste-2": async (task) => {
    const place = Number(said(task, /the (\d)\w\w text area/));
    const fields = refsIn(await task.lines(), /^- textbox/);
    await task.clickRef(fields[place - 1] ?? "");
    await task.press("Control+A", "Control+C");
    await task.clickRef(fields[3] ?? "");
    await task.press("Control+V");
    await task.click(submit);
  },
  "highlight-text": async (task) => {
    const lines = await task.lines();
    const isOther = /^- text: (?:Highlight the text|Last|Time left|Episodes)/;
    const line = lines.find((one) => one.startsWith("- text: ") && !isOther.test(one)) ?? "";
    const found = await task.find(line.replace("- text: ", ""));
    await task.act({ type: "select_text", ref: refIn(found, /^- text/), text: "" });
    await task.click(submit);
  },
  "text-editor": async (task) => {
    const text = /give the text (.*) the (?:style|color)/.exec(task.utterance)?.[1] ?? "";
    const style = /the style (\w+)/.exec(task.utterance)?.[1];
    const ref = await task.refOf(/^- textbox/);
    await task.act({ type: "select_text", ref, text });
    if (style === undefined) {
      const colour = palette[said(task, /the color (\w+)/)] ?? "";
      await task.click(/class=ql-picker-label/);
      await task.clickRef(refIn(await task.allLines(), new RegExp(`color=${colour}`)));
    } else await task.click(new RegExp(`class=ql-${styles[style]}`));
    await task.click(submit);
  },
  "scroll-text-2": async (task) => {
    const direction = task.utterance.includes("bottom") ? "down" : "up";
    const ref = await task.refOf(/^- textbox/);
    for (let turns = 0; turns < 20; turns += 1) {
      const { reason } = await task.act({ type: "scroll", ref, direction });
      if (reason === "at the end") break;
    }
    await task.click(submit);
  },
  "resize-textarea": async (task) => {
    const isHeight = task.utterance.includes("height");
    const way = task.utterance.includes("larger") ? 20 : -20;
    const side = isHeight ? "s" : "e";
    const ref = await task.refOf(new RegExp(`ui-resizable-${side}\\]`));
    const to = isHeight ? { dx: 0, dy: way } : { dx: way, dy: 0 };
    await task.act({ type: "drag", ref, to });
    await task.click(submit);
  },
  "search-engine": async (task) => {
    const place = Number(said(task, /the (\d+)\w\w search result/)) - 1;
    await task.fill(/^- textbox/, quoted(task)[0] ?? "");
    await task.click(submit);
    const page = Math.floor(place / 3) + 1;
    if (page > 1) await task.click(new RegExp(`^- link "${page}"`));
    const results = refsIn(await task.lines(), /^- link "(?![<>\d]+")/);
    await task.clickRef(results[place % 3] ?? "");
  },
};
