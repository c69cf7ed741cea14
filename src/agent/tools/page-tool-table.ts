/** A tool for pages, as a model is told of it. */
export interface PageToolRow {
  readonly name:
    | "open"
    | "back"
    | "click"
    | "hover"
    | "fill"
    | "set_file"
    | "select_text"
    | "press"
    | "drag"
    | "scroll"
    | "switch_tab"
    | "close_tab"
    | "wait_for"
    | "look"
    | "read"
    | "find"
    | "extract";
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const ref = { type: "string", pattern: String.raw`^e\d+$`, description: "a reference: e12" };
const text = { type: "string", minLength: 1, maxLength: 1000 };
const part = { type: "string", pattern: String.raw`^e\d+(@\d+)?$` };
const direction = { enum: ["up", "down"] };

/** All tools for pages. */
const pageToolTable: readonly PageToolRow[] = [
  {
    name: "open",
    description: "Opens an address in the page.",
    inputSchema: input({ url: { type: "string", maxLength: 4096 } }),
  },
  { name: "back", description: "Goes back to the page before.", inputSchema: input({}) },
  { name: "click", description: "Clicks an element.", inputSchema: input({ ref }) },
  {
    name: "hover",
    description: "Moves the mouse over an element, as for a menu that opens so.",
    inputSchema: input({ ref }),
  },
  {
    name: "fill",
    description:
      "Gives a field its value in place of the one it has: text; a list's option by its label; true or false for a checkbox; a date as 2026-11-26, a time as 14:30, a number or a slider's value as digits. Empty text empties it.",
    inputSchema: input({ ref, text: { type: "string", maxLength: 10_000 } }),
  },
  {
    name: "set_file",
    description: "Chooses one of the task's files in a field for files, by the file's name.",
    inputSchema: input({ ref, file: { type: "string", maxLength: 200 } }),
  },
  {
    name: "select_text",
    description:
      "Selects a text in an element, as with the mouse; all of it when the text is empty. `find` gives a text its reference.",
    inputSchema: input({ ref, text: { type: "string", maxLength: 10_000 } }),
  },
  {
    name: "press",
    description: "Presses a key, as Enter, Escape, ArrowDown or Control+A.",
    inputSchema: input({ key: { type: "string", minLength: 1, maxLength: 40 } }),
  },
  {
    name: "drag",
    description: "Drags an element onto another.",
    inputSchema: input({ ref, to: ref }),
  },
  {
    name: "scroll",
    description: "Scrolls the page, or an element, by what it shows at once.",
    inputSchema: input({ direction, ref }, ["direction"]),
  },
  {
    name: "switch_tab",
    description: "Goes on with another tab, by the name that told of it: t2; t1 is the first.",
    inputSchema: input({ tab: { type: "string", pattern: String.raw`^t\d+$` } }),
  },
  {
    name: "close_tab",
    description: "Closes the tab that is worked on, and goes back to the one before.",
    inputSchema: input({}),
  },
  {
    name: "wait_for",
    description: "Waits until the page says a text, 10 seconds at most when not told otherwise.",
    inputSchema: input({ text, seconds: { type: "number", minimum: 1, maximum: 30 } }, ["text"]),
  },
  { name: "look", description: "Shows the whole page again.", inputSchema: input({}) },
  {
    name: "read",
    description: "Opens what a line tells is left out, by the reference in that line.",
    inputSchema: input({ part }),
  },
  {
    name: "find",
    description: "Finds the lines of the page that say a text, also what is left out elsewhere.",
    inputSchema: input({ text }),
  },
  {
    name: "extract",
    description:
      "Reads values off the page, or off a part of it by a reference (find gives one for any line), by a JSON Schema of an object whose names and descriptions say what is meant. Nothing is guessed: what is not sure is named as missing.",
    inputSchema: input({ schema: { type: "object" }, part: ref }, ["schema"]),
  },
];

/** The tools that a task has: without files or further tabs, none for those. */
export function toolsFor(files: readonly string[], maxTabs: number): readonly PageToolRow[] {
  return pageToolTable.flatMap((row) => {
    if (maxTabs === 1 && row.name.endsWith("_tab")) return [];
    if (row.name !== "set_file") return [row];
    const inputSchema = input({ ref, file: { enum: files } });
    return files.length === 0 ? [] : [{ ...row, inputSchema }];
  });
}

function input(
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = Object.keys(properties),
): Record<string, unknown> {
  return { type: "object", properties, required, additionalProperties: false };
}
