import type { OutlineChange } from "./compare-outlines.ts";
import type { OutlineWriter } from "./outline-writer.ts";

/** What of a page is shown. */
export interface SnapshotOptions {
  /** Bytes of the text in UTF-8, 512 at least; 12,288 when absent. */
  readonly maxBytes?: number | undefined;
  /** The reference in a line that tells of something folded, which is opened. */
  readonly part?: string | undefined;
}

/** A page, as lines. */
export interface Snapshot {
  /**
   * Lines `- role "name" [ref=e12] [state]: value`, indented by nesting. After `changes` they begin
   * with `+ `, `~ ` or `- ` below lines that say where (`in main > form:`), unless most has changed.
   */
  readonly text: string;
  readonly url: string;
  readonly title: string;
  /** How many references the text has. */
  readonly refs: number;
  /** Whether something is left out that can be opened by `part`. */
  readonly folded: boolean;
  /** Whether the text is only what changed. */
  readonly isChange: boolean;
}

/** Lines that say a text. */
export interface FoundLines {
  /** One line each, with its reference; 20 and 12,288 bytes at most. */
  readonly text: string;
  /** How many of them are in the text. */
  readonly shown: number;
  /** How many there are on the page. */
  readonly count: number;
}

/** An action whose elements are references of snapshots. */
export type RefAction =
  | { readonly type: "click" | "hover" | "focus"; readonly ref: string }
  | { readonly type: "fill" | "select_text"; readonly ref: string; readonly text: string }
  | { readonly type: "scroll"; readonly ref: string; readonly direction: "up" | "down" }
  | {
      readonly type: "drag";
      readonly ref: string;
      readonly to: string | { readonly dx: number; readonly dy: number };
    };

/** Changes as lines below those that say where. */
export function writeChanges(changes: readonly OutlineChange[], writer: OutlineWriter): string {
  const signs = { added: "+ ", changed: "~ ", removed: "- " };
  let place = "";
  return changes
    .flatMap(({ kind, node, path }) => {
      const here = path.length === 0 ? "" : `in ${path.join(" > ")}:`;
      const head = here === place ? [] : [here === "" ? "at the top:" : here];
      place = here;
      const own = kind === "removed" ? { ...node, acts: false } : node;
      const around = { key: node.key, from: 0 };
      const lines =
        kind === "added" ? writer.write([own], around).text.split("\n") : [writer.line(own)];
      return [...head, ...lines.map((line) => `${signs[kind]}${line.replace(/^- /, "")}`)];
    })
    .join("\n");
}

/** A text, and how many references it has. */
export function tally(text: string): { readonly text: string; readonly refs: number } {
  return { text, refs: text.match(/\[ref=e\d+\]/g)?.length ?? 0 };
}
