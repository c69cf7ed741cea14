import { refIn, type MiniwobTask } from "../miniwob.ts";

/** Solves a task by what it says and what a snapshot shows; none looks at the document. */
export type Oracle = (task: MiniwobTask) => Promise<void>;

/** The oracles of tasks, by the task's name. */
export type Oracles = Readonly<Record<string, Oracle>>;

/** What the task says in quotation marks. */
export function quoted(task: MiniwobTask): string[] {
  return [...task.utterance.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");
}

/** What the task says at a place. */
export function said(task: MiniwobTask, place: RegExp): string {
  const found = place.exec(task.utterance)?.[1];
  if (found === undefined) throw new Error(`"${task.utterance}" is not ${String(place)}`);
  return found;
}

export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A line with a role and a name. */
export function called(name: string, role = "\\w+"): RegExp {
  return new RegExp(`^- ${role} "${escaped(name)}"`);
}

/** The button that ends a form. */
export const submit = /^- \w+ "(?:Submit|Search|Login|OK|Order!)"/;

/** The name in a line. */
export function nameIn(line: string): string {
  return /^- \w+ "([^"]*)"/.exec(line)?.[1] ?? "";
}

/** The references of all lines that match. */
export function refsIn(lines: readonly string[], pattern: RegExp): string[] {
  const matching = lines.filter((line) => pattern.test(line) && line.includes("[ref="));
  return matching.map((line) => refIn([line], pattern));
}
