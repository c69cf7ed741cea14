import { toSideBySideHtml, toUnified } from "../../diff/index.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { writeWhole } from "../terminal/write-whole.ts";
import { changeText } from "./change-text.ts";
import { comparedTexts } from "./compared-texts.ts";
import { findMonitor } from "./find-monitor.ts";
import { sizeText } from "./outcome-lines.ts";
import type { KeptDetail, KeptMonitor, KeptMonitors } from "./kept-monitors.ts";
import { oneName, type KeptScope } from "./verb.ts";
import { timeText } from "../input/duration.ts";

/** What `diff` is called with. */
interface ShowCall {
  readonly names: readonly string[];
  readonly values: {
    readonly html?: string | undefined;
    readonly unified?: boolean | undefined;
    readonly change?: string | undefined;
    readonly json?: boolean | undefined;
  };
}

/**
 * Prints a change, or writes it as a page.
 * @returns the exit code: failed when there is no such change
 * @throws UsageError; Error when the page cannot be written
 */
export async function showChange(scope: KeptScope, { names, values }: ShowCall): Promise<number> {
  const { monitors, terminal } = scope;
  const { signal } = terminal;
  const monitor = await findMonitor(monitors, oneName(names, "diff"), signal);
  const detail = await changeOf(monitors, monitor, { number: numberOf(values), signal });
  if (detail === undefined)
    return missing(
      terminal,
      `${monitor.url}: this change does not exist; see: dragline monitor history`,
    );
  if (values.json === true) {
    await print(terminal, `${printable(JSON.stringify(detail.change))}\n`);
    return exitCodes.ok;
  }
  const texts = await comparedTexts(monitors, detail);
  if (values.html === undefined && values.unified !== true) {
    await print(
      terminal,
      `${headline(monitor, detail)}\n${changeText(detail.diff, texts, terminal)}`,
    );
    return exitCodes.ok;
  }
  if (texts === undefined)
    return missing(terminal, `${monitor.url}: the texts of this change are no longer stored`);
  if (values.html === undefined) await print(terminal, toUnified(texts.before, texts.text));
  else {
    const view = { title: monitor.url, ...texts.labels };
    await writeWhole(values.html, toSideBySideHtml(texts.before, texts.text, view));
    say(terminal, paint(terminal, "dim", `wrote ${printable(values.html)}`));
  }
  return exitCodes.ok;
}

function missing(terminal: Terminal, why: string): number {
  say(terminal, `${paint(terminal, "red", "dragline:")} ${printable(why)}`);
  return exitCodes.failed;
}

function numberOf(values: ShowCall["values"]): number {
  const number = wholeNumber(values, "change") ?? 1;
  if (number >= 1 && number <= 200) return number;
  throw new UsageError(`--change takes a number from 1, the newest, to 200; got '${number}'`);
}

async function changeOf(
  monitors: KeptMonitors,
  { id }: KeptMonitor,
  { number, signal }: { readonly number: number; readonly signal: AbortSignal },
): Promise<KeptDetail | undefined> {
  const changes = await monitors.changes(id, { limit: number, signal });
  const change = changes[number - 1];
  return change === undefined ? undefined : monitors.compare(id, { changeId: change.id, signal });
}

function headline({ url }: KeptMonitor, { change, diff }: KeptDetail): string {
  return `${printable(url)}  ${timeText(change.changedAt)}  ${sizeText(diff)}`;
}
