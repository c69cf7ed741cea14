import { runActions, type Action, ActionError, type DriverPage } from "../../browser/index.ts";
import { armStability, openSession } from "../../browser/internal.ts";
import { unlessAborted } from "../../core/index.ts";
import type { ToolCallOptions, ToolOutcome } from "./agent-tool.ts";
import { actAndShow, SETTLE_MS, showPage } from "./show-page.ts";
import { siteOf } from "./policy.ts";
import type { RefAction } from "./ref-action.ts";
import { reasonOf, refused, type ToolInput, type ToolParts, type ToolWork } from "./tool-parts.ts";

/** Milliseconds of a navigation. */
const NAVIGATION_MS = 30_000;
/** Milliseconds that one which failed is watched. */
const AFTERMATH_MS = 1000;

/** The tools that do something in the page, or go elsewhere. */
export function actingTools(parts: ToolParts) {
  const { clock } = parts;
  const act = (action: RefAction, call: ToolCallOptions): Promise<ToolOutcome> => {
    const options = { awaitsNavigation: call.isHasty !== true };
    return actAndShow(parts, ({ view }, signal) => view.act(action, signal, options), call);
  };
  const keys = (action: Action, call: ToolCallOptions): Promise<ToolOutcome> =>
    actAndShow(
      parts,
      async ({ page }, signal) => {
        const options = { signal, clock, awaitsNavigation: call.isHasty !== true };
        return (await runActions(page, [action], options))[0];
      },
      call,
    );
  return {
    open: ({ url }, call) => openAddress(parts, url, call.signal),
    back: (_, call) => actAndShow(parts, ({ page }, signal) => goBack(page, signal), call),
    click: ({ ref }, call) => act({ type: "click", ref }, call),
    hover: ({ ref }, call) => act({ type: "hover", ref }, call),
    press: ({ key }, call) => keys({ type: "press", key }, call),
    drag: ({ ref, to }, call) => act({ type: "drag", ref, to }, call),
    scroll: (input, call) => {
      const { ref, direction } = input;
      if ("ref" in input) return act({ type: "scroll", ref, direction }, call);
      return keys({ type: "scroll", direction }, call);
    },
    fill: async ({ ref, text }, call) => {
      const given = await filledIn(parts, { ref, text }, call.signal);
      return "refusal" in given
        ? refused(given.refusal)
        : await act({ type: "fill", ref, text: given.text }, call);
    },
    select_text: ({ ref, text }, call) => act({ type: "select_text", ref, text }, call),
    set_file: async ({ ref, file: name }, call) => {
      const blob = parts.files.get(name);
      if (blob === undefined) return refused(`There is no file '${name}'.`);
      const refusal = await refusalOfFile(parts, ref, call.signal);
      if (refusal !== undefined) return refused(refusal);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return await act({ type: "set_file", ref, file: { name, type: blob.type, bytes } }, call);
    },
    switch_tab: ({ tab }, call) => switchTab(parts, tab, call.signal),
    close_tab: async (_, { signal }) => {
      if (!(await parts.tabs.closeCurrent(signal))) return refused("t1 is the task's own tab.");
      return await showPage(parts, { said: "Closed.", isWhole: true }, signal);
    },
  } satisfies Record<string, ToolWork>;
}

/** Opens an address in the tab that is worked on, and shows the page. @throws the signal's reason */
export async function openAddress(
  parts: ToolParts,
  url: string,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { tabs, policy, clock, secrets } = parts;
  const { page } = tabs.current;
  const refusal = policy.refusalOf(url);
  if (refusal !== undefined) return refused(refusal);
  await using watch = armStability(page, clock);
  try {
    await page.goto(url, { timeout: NAVIGATION_MS, waitUntil: "domcontentloaded", signal });
  } catch (error) {
    signal.throwIfAborted();
    // That it is a file to download is told a moment later.
    await watch.until({ kind: "stable", maxMs: AFTERMATH_MS, signal });
    return refused(`${url} could not be opened: ${reasonOf(error, secrets)}.`);
  }
  await watch.until({ kind: "stable", maxMs: SETTLE_MS, signal });
  return await showPage(parts, { said: "Opened.", isWhole: true }, signal);
}

async function switchTab(
  parts: ToolParts,
  name: string,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { tabs, clock } = parts;
  if (!(await tabs.switchTo(name, signal))) {
    const said = `There is no tab ${name}; there are ${tabs.names.join(", ")}.`;
    return { said, isFailure: true, mayPass: true };
  }
  await using watch = armStability(tabs.current.page, clock);
  await watch.until({ kind: "stable", maxMs: SETTLE_MS, signal });
  return await showPage(parts, { said: `The tools work on ${name} now.`, isWhole: true }, signal);
}

/** A text with its secrets, where they may be typed. */
async function filledIn(
  parts: ToolParts,
  { ref, text }: Pick<ToolInput, "ref" | "text">,
  signal: AbortSignal,
): Promise<{ readonly text: string } | { readonly refusal: string }> {
  const { secrets, tabs, policy, guard } = parts;
  if (!secrets.asks(text)) return { text };
  const { page, view, session } = tabs.current;
  const { origin, formOrigin } = await view.placeOf(ref, signal);
  if (formOrigin !== origin) return { refusal: sentElsewhere("secret", origin, formOrigin) };
  if (secrets.bindsOne(text)) {
    // A page may hold frames of anybody: what is typed into one of another site must be given for it.
    const isOwn = URL.canParse(origin) && siteOf(origin) === siteOf(page.url());
    const refusal = isOwn ? policy.refusalOf(origin) : strangeFrame(origin);
    if (refusal !== undefined) return { refusal };
  }
  const revealed = secrets.reveal(text, origin);
  if ("refusal" in revealed) return revealed;
  // Without a start, the task's site is this one, and not the first that the page asks for.
  policy.refusalOf(page.url());
  await unlessAborted(guard.watch(session), signal);
  return revealed;
}

/** Why a file may not be put there: its form is sent elsewhere, or the page is not of the task. */
async function refusalOfFile(
  { tabs, policy }: ToolParts,
  ref: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { origin, formOrigin } = await tabs.current.view.placeOf(ref, signal);
  if (formOrigin !== origin) return sentElsewhere("file", origin, formOrigin);
  return policy.refusalOf(origin);
}

function strangeFrame(origin: string): string {
  return `The field is in a frame of ${origin}, another site than its page's: a secret that is given for no origin is not typed there.`;
}

function sentElsewhere(what: string, origin: string, formOrigin: string): string {
  const verb = what === "file" ? "chosen" : "typed";
  return `The form sends what is typed to ${formOrigin}, not to ${origin}: no ${what} is ${verb} there.`;
}

/**
 * Goes to the page before, in a tab's history.
 * @throws ActionError `ACTION_FAILED` where there is none; what the driver throws; the signal's reason
 */
async function goBack(page: DriverPage, signal: AbortSignal): Promise<undefined> {
  const session = await openSession(page);
  try {
    const history = (await session.send("Page.getNavigationHistory")) as {
      readonly currentIndex: number;
      readonly entries: readonly { readonly id: number }[];
    };
    signal.throwIfAborted();
    const entry = history.entries[history.currentIndex - 1];
    if (entry === undefined) {
      const reason = "there is no page before this one";
      throw new ActionError("ACTION_FAILED", { message: `${reason}.`, details: { reason } });
    }
    await session.send("Page.navigateToHistoryEntry", { entryId: entry.id });
  } finally {
    await session.detach().catch(() => {});
  }
}
