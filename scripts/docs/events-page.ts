// docs/reference/events.md: the channels of node:diagnostics_channel that the package publishes on.
import { eventNames, traceNames } from "dragline";
import { cell, codeCell } from "./comment.ts";
import { page, table } from "./page.ts";
import type { ImportPath } from "./source-program.ts";

/** @throws Error when a channel has no words */
export function eventsPage(paths: readonly ImportPath[]): string {
  return page({
    title: "Events and trace channels",
    source: "`TraceTable` and `EventTable` in `src/core/trace.ts`",
    introduction: [
      "The library does not log. It publishes on channels of `node:diagnostics_channel`, which cost nothing without a subscriber. The same names are in `traceNames` and `eventNames` of `dragline`.",
    ],
    sections: [
      [
        "## Trace channels",
        "Each is a tracing channel: one event for each operation, with its start, its end and its error. Subscribe with `tracingChannel(name).subscribe({ start, asyncEnd, error })`. The context holds what the table says; `asyncEnd` adds `result`, `error` adds `error`.",
        channels(paths, { names: traceNames, type: "TraceTable", head: "One event is" }),
      ],
      [
        "## Event channels",
        "Each is a plain channel: one message for each event. Subscribe with `subscribe(name, listener)`.",
        channels(paths, { names: eventNames, type: "EventTable", head: "One message is" }),
      ],
    ].map((parts) => parts.join("\n\n")),
  });
}

interface ChannelTable {
  readonly names: readonly string[];
  readonly type: string;
  readonly head: string;
}

function channels(paths: readonly ImportPath[], { names, type, head }: ChannelTable): string {
  const all = paths.flatMap((path) => path.names);
  const members = all.find(({ name }) => name === type)?.members ?? [];
  const rows = names.map((name) => {
    const member = members.find((one) => one.name === name);
    if (member === undefined || member.comment.text === "") throw new Error(`${name} has no TSDoc`);
    const payload = member.type.replaceAll("readonly ", "").replaceAll(";", ",");
    return [`\`${name}\``, cell(member.comment.text), codeCell(payload)];
  });
  return table(["Channel", head, type === "TraceTable" ? "Context" : "Message"], rows);
}
