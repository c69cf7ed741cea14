import { wait } from "../../core/index.ts";
import type { ToolOutcome } from "./agent-tool.ts";
import { readBySchema } from "./read-by-schema.ts";
import { showPage } from "./show-page.ts";
import type { ToolParts, ToolWork } from "./tool-parts.ts";

/** Milliseconds between two looks for a text that is waited for. */
const LOOK_MS = 250;

/** The tools that leave the page as it is. */
export function readingTools(parts: ToolParts) {
  return {
    wait_for: ({ text, seconds = 10 }, { signal }) => waitFor(parts, { text, seconds }, signal),
    look: (_, { signal }) => lookAt(parts, signal),
    read: async ({ part }, { signal }) => {
      const { text } = await parts.tabs.current.view.snapshot({ part }, signal);
      return { said: `What ${part} holds.`, page: text };
    },
    find: async ({ text }, { signal }) => {
      const { text: lines, shown, count } = await parts.tabs.current.view.find(text, signal);
      const more = shown < count ? ` These are the first ${shown}.` : "";
      const said = count === 0 ? "Nothing on the page says so." : `${count} on the page.${more}`;
      return count === 0 ? { said, isFailure: true } : { said, page: lines };
    },
    extract: (input, { signal }) => readBySchema(parts, input, signal),
  } satisfies Record<string, ToolWork>;
}

/** Shows the page as it is now. @throws the signal's reason; what the driver throws */
export function lookAt(parts: ToolParts, signal: AbortSignal): Promise<ToolOutcome> {
  return showPage(parts, { said: "The page as it is now.", isWhole: true }, signal);
}

async function waitFor(
  parts: ToolParts,
  { text, seconds }: { readonly text: string; readonly seconds: number },
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { tabs, clock } = parts;
  const end = clock.monotonic() + seconds * 1000;
  for (;;) {
    const { count } = await tabs.current.view.find(text, signal);
    if (count > 0) return await showPage(parts, { said: "It is there." }, signal);
    if (clock.monotonic() >= end) break;
    await wait(clock, LOOK_MS, signal);
  }
  const shown = await showPage(parts, { said: `It did not come within ${seconds} s.` }, signal);
  return { ...shown, isFailure: true };
}
