import type { KeptNotice } from "../notices/check-notice.ts";
import { localTimeText } from "../times/local-time.ts";
import { rendered, type Template } from "./template.ts";

/** A line of a message; what its kind means to a reader is each service's to show. */
export interface MessageLine {
  readonly kind: "text" | "heading" | "value" | "added" | "removed" | "link";
  /** Without line ends; of a link its URL. */
  readonly text: string;
}

/** What a service is to show. */
export interface Message {
  /** One line. */
  readonly title: string;
  readonly lines: readonly MessageLine[];
  /** The page, where the message is about one. */
  readonly url: string | null;
}

/** How a target wants its messages. */
export interface MessageForm {
  readonly title: Template | undefined;
  readonly body: Template | undefined;
  /** IANA name: times are told in it. */
  readonly timezone: string;
}

/** The message that tells one notice, or several in one. */
export function messageOf(notices: readonly KeptNotice[], form: MessageForm): Message {
  const [first, ...others] = notices;
  if (first === undefined) return { title: "", lines: [], url: null };
  if (others.length === 0) return single(first, form);
  const lines = notices.flatMap((notice): MessageLine[] => {
    const { title, lines: told, url } = single(notice, form);
    const link: MessageLine[] = url === null ? [] : [{ kind: "link", text: url }];
    return [{ kind: "heading", text: title }, ...told, ...link, { kind: "text", text: "" }];
  });
  return { title: `${notices.length} changes`, lines: lines.slice(0, -1), url: null };
}

function single(notice: KeptNotice, { title, body, timezone }: MessageForm): Message {
  const { url } = notice;
  const time = localTimeText(notice.at, timezone);
  const parts = { notice, time, changes: changeLines(notice).map(({ text }) => text) };
  const named = title === undefined ? notice.title : oneLine(rendered(title, parts));
  if (body !== undefined) {
    return {
      title: named,
      lines: textLines(rendered(body, parts)),
      url: body.names("url") ? null : url,
    };
  }
  const summary = notice.summary === null ? [] : textLines(notice.summary);
  const lines = [...summary, ...changeLines(notice), { kind: "text", text: time } as const];
  return { title: named, lines, url };
}

/** What changed, a line each. */
function changeLines({ values, lines, more }: KeptNotice): MessageLine[] {
  return [
    ...values.map(({ name, before, after }): MessageLine => {
      return { kind: "value", text: `${name}: ${sideText(before)} -> ${sideText(after)}` };
    }),
    ...lines.map(({ kind, text }): MessageLine => {
      if (kind === "changed") return { kind: "text", text: `~ ${text}` };
      return { kind, text: `${kind === "added" ? "+" : "-"} ${text}` };
    }),
    ...(more === 0 ? [] : [moreLine(more)]),
  ];
}

/** Stands for what is not shown. */
export function moreLine(count: number): MessageLine {
  return { kind: "text", text: `… and ${count} more line${count === 1 ? "" : "s"}` };
}

/** A side of a value, as it is shown. */
function sideText(side: string | null): string {
  return side ?? "(none)";
}

/** The message as plain text, but for its title. */
export function plainBody({ lines, url }: Message): string {
  return [...lines.map(({ text }) => text), ...(url === null ? [] : [url])].join("\n");
}

function textLines(text: string): MessageLine[] {
  return text.split("\n").map((line) => ({ kind: "text", text: line }));
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 200 ? line : `${line.slice(0, 199).toWellFormed()}…`;
}
