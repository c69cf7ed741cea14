import { refIn, type MiniwobTask } from "../miniwob.ts";
import { called, escaped, quoted, refsIn, said, submit, type Oracles } from "./oracle.ts";

/** Words that mean about the same. */
const thesaurus = [
  "big large huge enormous gigantic",
  "small tiny little mini petite",
  "red scarlet crimson vermillion",
  "happy cheerful joyful gleeful delighted",
  "sad unhappy sorrowful miserable tragic",
  "angry mad furious irritated",
  "evil wicked immoral sinful corrupt depraved",
  "wrong incorrect mistaken erroneous",
  "real genuine actual",
  "strange odd peculiar unusual weird",
  "stop cease halt end finish",
  "scared terrified panicked fearful frightened afraid",
  "quiet calm peaceful serene mild",
  "old aged archaic",
  "love like adore favor",
  "kill murder assassinate",
  "keep retain preserve sustain maintain",
  "hide conceal camouflage",
  "hate despise loathe detest dislike",
  "funny humorous amusing comical laughable",
  "fat fleshy plump chubby",
  "stupid dumb dull unwise",
  "delicious savory delectable appetizing",
  "cut slice carve chop",
  "brave courageous fearless",
  "begin start initiate launch",
  "answer reply response",
  "television televisions TV TVs",
  "house home houses homes",
  "fire flame fires flames",
  "pig pork swine",
  "rabbit rabbits bunny bunnies",
  "car cars automobile automobiles vehicle vehicles",
  "water",
].map((words) => words.split(" "));

/** Buttons, links, boxes, tabs, sections, menus and dialogs are clicked. */
export const choices: Oracles = {
  "click-button": async (task) => task.click(called(quoted(task)[0] ?? "", "button")),
  "click-test": async (task) => task.click(/^- button/),
  "click-test-2": async (task) => task.click(called("ONE")),
  "click-link": async (task) => task.click(called(quoted(task)[0] ?? "")),
  "button-delay": async (task) => {
    await task.click(called("ONE"));
    await task.wait(Number(said(task, /wait (\d+) seconds/)) * 1000);
    await task.click(called("TWO"));
  },
  "click-checkboxes": async (task) => {
    const wanted = /Select (.*) and click/.exec(task.utterance)?.[1] ?? "";
    for (const name of wanted === "nothing" ? [] : wanted.split(", "))
      await task.fill(called(name, "checkbox"), "true");
    await task.click(submit);
  },
  "click-checkboxes-soft": async (task) => {
    const wanted = said(task, /similar to (.*) and click/).split(", ");
    const meant = new Set(
      thesaurus.filter((group) => group.some((word) => wanted.includes(word))).flat(),
    );
    for (const line of await task.lines()) {
      const name = /^- checkbox "([^"]*)"/.exec(line)?.[1];
      if (name === undefined || !meant.has(name)) continue;
      await task.act({ type: "fill", ref: refIn([line], /checkbox/), text: "true" });
    }
    await task.click(submit);
  },
  "click-scroll-list": async (task) => {
    const wanted = /Select (.*) from/.exec(task.utterance)?.[1] ?? "";
    await task.fill(/^- listbox/, wanted.replaceAll(", ", "\n"));
    await task.click(submit);
  },
  "form-sequence-3": async (task) => {
    await task.click(/^- \w+ "▾"/);
    await task.click(called(said(task, /Choose (.*) from the dropdown/)));
    await task.click(called(quoted(task)[0] ?? "", "button"));
  },
  "click-collapsible": async (task) => {
    await task.click(/^- tab "Section/);
    await task.wait(600);
    await task.click(submit);
  },
  "click-collapsible-2": (task) => clickWithin(task, { part: /^- tab "Section/, opensIn: 600 }),
  "click-tab-2": (task) => clickWithin(task, { part: /^- tab "/, opensIn: 0 }),
  "click-tab-2-hard": (task) => clickWithin(task, { part: /^- tab "/, opensIn: 0 }),
  "click-dialog-2": async (task) => {
    const [name = ""] = quoted(task);
    await task.click(called(name === "x" ? "Close" : name, "button"));
  },
  "click-menu": async (task) => {
    const way = said(task, /Select (.*)/).split(">");
    for (const name of way.slice(0, -1)) {
      await task.until(called(name, "menuitem"));
      await task.act({ type: "hover", ref: await task.refOf(called(name, "menuitem")) });
    }
    const last = called(way.at(-1) ?? "", "menuitem");
    await task.until(last);
    await task.click(last);
  },
};

/** Opens one part of a page after the other, until one shows the link that the task says. */
async function clickWithin(
  task: MiniwobTask,
  { part, opensIn }: { readonly part: RegExp; readonly opensIn: number },
): Promise<void> {
  const wanted = new RegExp(`^- clickable "${escaped(quoted(task)[0] ?? "")}"`);
  for (const ref of refsIn(await task.lines(), part)) {
    await task.clickRef(ref);
    if (opensIn > 0) await task.wait(opensIn);
    const lines = await task.lines();
    if (!lines.some((line) => wanted.test(line))) continue;
    await task.click(wanted);
    return;
  }
}
