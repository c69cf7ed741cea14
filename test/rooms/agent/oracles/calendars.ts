import { refIn, type MiniwobTask } from "../miniwob.ts";
import { called, escaped, quoted, said, submit, type Oracles } from "./oracle.ts";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Dates are picked, and times. */
export const calendars: Oracles = {
  "choose-date": chooseDate,
  "choose-date-medium": chooseDate,
  "book-flight-nodelay": async (task) => {
    const form = /the (\w+) one-way flight from: (.*) to: (.*) on (\d+\/\d+\/\d+)/;
    const [, wish = "", from = "", to = ""] = form.exec(task.utterance) ?? [];
    await fillAirport(task, "From:", from);
    await fillAirport(task, "To:", to);
    await pickDate(task);
    await task.until(submit);
    await task.click(submit);
    await task.until(/^- button "Book flight/);
    const flights = flightsIn(await task.allLines());
    const best = flights.toSorted((one, other) =>
      wish === "cheapest" ? one.price - other.price : one.minutes - other.minutes,
    )[0];
    await task.clickRef(best?.ref ?? "");
  },
  "daily-calendar": async (task) => {
    const length = said(task, /Create a (\S+ \w+) event/);
    const [number = "", unit = ""] = length.split(" ");
    const slots = Number(number) / (unit === "mins" ? 30 : 0.5);
    await dragSlots(task, slots);
    // It is drawn above where the mouse is, and waits for the mouse.
    const lines = await task.allLines();
    if (!lines.some((line) => line.startsWith("- textbox")))
      await task.clickRef(refIn(lines, called("New event")));
    const form = await task.allLines();
    const [name = ""] = quoted(task);
    await task.act({ type: "fill", ref: refIn(form, /^- textbox/), text: name });
    await task.clickRef(refIn(form, called("Create", "button")));
  },
};

async function chooseDate(task: MiniwobTask): Promise<void> {
  await pickDate(task);
  // The calendar goes away slowly, and lies over it.
  await task.until(submit);
  await task.click(submit);
}

/** Picks the date that the task says in the calendar that a field opens. */
async function pickDate(task: MiniwobTask): Promise<void> {
  const [month = 0, day = 0, year = 0] = said(task, /(\d+\/\d+\/\d+)/)
    .split("/")
    .map(Number);
  await task.click(/^- textbox.*\[readonly\]/);
  for (;;) {
    const lines = await task.until(/\b(?:20\d\d)\b.*/);
    const shown = monthIn(lines);
    const wanted = year * 12 + month - 1;
    if (shown === wanted) break;
    await task.click(shown < wanted ? called("Next") : called("Prev"));
  }
  await task.clickRef(refIn(await task.allLines(), new RegExp(`^- \\w+ "${day}"`)));
}

function monthIn(lines: readonly string[]): number {
  const text = lines.filter((line) => !line.includes("/")).join("\n");
  const [, name = "", year = ""] = new RegExp(`(${months.join("|")}) (\\d{4})`).exec(text) ?? [];
  if (name === "") throw new Error(`no month in\n${lines.join("\n")}`);
  return Number(year) * 12 + months.indexOf(name);
}

/** Fills an airport that the task says by its city or its code, and chooses it in the list. */
async function fillAirport(task: MiniwobTask, field: string, airport: string): Promise<void> {
  await task.fill(called(field, "textbox"), airport);
  const isCode = /^[A-Z]{3}$/.test(airport);
  const name = isCode ? `[^"]*\\(${airport}\\)` : `${escaped(airport)} \\([A-Z]{3}\\)`;
  await task.until(new RegExp(`^- (?!textbox)\\w+ "${name}"`));
  await task.click(new RegExp(`^- (?!textbox)\\w+ "${name}"`));
}

interface Flight {
  readonly minutes: number;
  readonly price: number;
  readonly ref: string;
}

function flightsIn(lines: readonly string[]): Flight[] {
  let minutes = 0;
  return lines.flatMap((line) => {
    const [, hours, rest] = /(\d+)h (\d+)m/.exec(line) ?? [];
    if (hours !== undefined) minutes = Number(hours) * 60 + Number(rest);
    const price = /^- button "Book flight for \$(\d+)"/.exec(line)?.[1];
    if (price === undefined) return [];
    return [{ minutes, price: Number(price), ref: refIn([line], /button/) }];
  });
}

/** Drags over as many half hours as an event has, at the first place in its window that is free. */
async function dragSlots(task: MiniwobTask, count: number): Promise<void> {
  const [, from = "", to = ""] = /between (\w+) and (\w+)/.exec(task.utterance) ?? [];
  const lines = await task.allLines();
  const start = lines.indexOf(`- text: ${from.toLowerCase()}`);
  const end = lines.indexOf(`- text: ${to.toLowerCase()}`);
  const slots = lines
    .slice(start, end)
    .flatMap((line) => /\[ref=(e\d+)\] \[class=half-hour\]/.exec(line)?.[1] ?? []);
  for (let at = slots.length - count; at >= 0; at -= 1) {
    const [first = "", last = ""] = [slots[at], slots[at + count - 1]];
    const to = count === 1 ? { dx: 0, dy: 3 } : last;
    const isDone = await task.act({ type: "drag", ref: first, to }).then(
      ({ outcome }) => outcome === "done",
      () => false,
    );
    if (isDone) return;
  }
  throw new Error("no place is free");
}
