import type { JsonObject } from "../ai/index.ts";
import {
  ActionError,
  armStability,
  keepDocuments,
  runActions,
  type Action,
  type ActionReport,
  type DriverPage,
} from "../browser/index.ts";
import { Disposer, systemClock, wait, type Clock } from "../core/index.ts";
import type { AgentTool, ToolCallOptions, ToolOutcome } from "./agent-tool.ts";
import { goBack } from "./go-back.ts";
import { pageToolTable, type PageToolRow } from "./page-tool-table.ts";
import { PageView } from "./page-view.ts";
import { NavigationPolicy, type Reach } from "./policy.ts";
import { Secrets } from "./secrets.ts";
import { StepRecorder } from "./compiled/step-recorder.ts";
import type { RefAction } from "./snapshot.ts";

/** Where a model may go, and what it types. */
export interface PageToolsOptions {
  /**
   * Where the page may go; documents from elsewhere are not asked for, but in frames.
   * @default "same-site"
   */
  readonly reach?: Reach | undefined;
  /** An address of the site of `same-site`; the first that is opened when absent. */
  readonly start?: string | undefined;
  /** Filled in where a field is of their origin; masked in all that is shown. */
  readonly secrets?: Secrets | undefined;
  /** The machine's when absent. */
  readonly clock?: Clock | undefined;
}

/** Milliseconds of a navigation, and until a page is still. */
const NAVIGATION_MS = 30_000;
const SETTLE_MS = 5000;
/** Milliseconds between two looks for a text that is waited for. */
const LOOK_MS = 250;

/**
 * The tools by which a model works a page. Dispose them when the task has ended; the page stays open.
 * @throws what the driver throws
 * @example
 * ```ts
 * await using work = await openPageTools(page, { start: url });
 * const opening = await work.open(url, signal);
 * const result = await runTask({ model }, { prompt, tools: work.tools, opening });
 * ```
 */
export async function openPageTools(
  page: DriverPage,
  options: PageToolsOptions = {},
): Promise<PageTools> {
  const { reach = "same-site", start, secrets = new Secrets({}), clock = systemClock } = options;
  const policy = new NavigationPolicy(reach, start);
  const owned = new Disposer();
  // What a page shows within itself is its own matter; no secret is typed there.
  const gate = await keepDocuments(page, ({ href }, isFrame) => isFrame || tools.isAllowed(href));
  owned.add(gate);
  const view = owned.add(new PageView(page, { mask: secrets.mask, clock }));
  const tools: PageTools = new PageTools({ page, view, policy, secrets, clock, owned });
  return tools;
}

interface Parts {
  readonly page: DriverPage;
  readonly view: PageView;
  readonly policy: NavigationPolicy;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly owned: Disposer;
}

/** What a tool is called with: those members that its schema names, judged by it. */
interface Input {
  readonly url: string;
  readonly ref: string;
  readonly to: string;
  readonly text: string;
  readonly key: string;
  readonly part: string;
  readonly direction: "up" | "down";
  readonly seconds?: number;
}

/** The tools of one page. */
export class PageTools implements AsyncDisposable {
  readonly tools: readonly AgentTool[];
  readonly page: DriverPage;
  /** What the tools see of the page. */
  readonly view: PageView;
  readonly secrets: Secrets;
  readonly #parts: Parts;
  #recorder: StepRecorder | undefined;
  /** Of the call under way. */
  #isHasty = false;
  /** Addresses that were not let through since the last call. */
  #refused: string[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.page = parts.page;
    this.view = parts.view;
    this.secrets = parts.secrets;
    this.tools = pageToolTable.map((row) => this.#toolOf(row));
  }

  /** The page's address, without values of secrets. */
  get url(): string {
    return this.secrets.mask(this.page.url());
  }

  /** Keeps from now on what the tools do, in place of a recorder before it. */
  record(): StepRecorder {
    const { page, view, secrets } = this;
    const recorder = new StepRecorder({ page, view, mask: secrets.mask }, () => {
      if (this.#recorder === recorder) this.#recorder = undefined;
    });
    this.#recorder = recorder;
    return recorder;
  }

  /** Shows the page as it is now. @throws the signal's reason; what the driver throws */
  look(signal: AbortSignal): Promise<ToolOutcome> {
    return this.#shown("The page as it is now.", signal, true);
  }

  /** Whether a document may come from an address; one that may not is told by the next outcome. */
  isAllowed(url: string): boolean {
    const refusal = this.#parts.policy.refusalOf(url);
    if (refusal !== undefined) this.#refused.push(refusal);
    return refusal === undefined;
  }

  /** Opens an address, and shows the page. @throws the signal's reason */
  async open(url: string, signal: AbortSignal): Promise<ToolOutcome> {
    const { page, policy, clock } = this.#parts;
    const refusal = policy.refusalOf(url);
    if (refusal !== undefined) return { said: refusal, isFailure: true };
    await using watch = armStability(page, clock);
    try {
      await page.goto(url, { timeout: NAVIGATION_MS, waitUntil: "domcontentloaded", signal });
    } catch (error) {
      signal.throwIfAborted();
      return this.#told(`${url} could not be opened: ${this.#reason(error)}.`, { isFailure: true });
    }
    await watch.until({ kind: "stable", maxMs: SETTLE_MS, signal });
    return await this.#shown("Opened.", signal, true);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.owned[Symbol.asyncDispose]();
  }

  #toolOf({ name, description, inputSchema }: PageToolRow): AgentTool {
    return {
      name,
      description,
      inputSchema,
      run: (input, call) => this.#run(name, input, call),
    };
  }

  async #run(name: PageToolRow["name"], input: JsonObject, call: ToolCallOptions) {
    const { signal } = call;
    this.#isHasty = call.isHasty === true;
    try {
      const ended = await this.#recorder?.begin(name, input, signal);
      const outcome = await this.#does[name](input as unknown as Input, signal);
      await ended?.(outcome);
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ActionError)) throw error;
      return this.#told(`It could not be done: ${this.#reason(error)}.`, { isFailure: true });
    }
  }

  readonly #does: Readonly<
    Record<PageToolRow["name"], (input: Input, signal: AbortSignal) => Promise<ToolOutcome>>
  > = {
    open: ({ url }, signal) => this.open(url, signal),
    back: (_, signal) => this.#after((call) => goBack(this.page, call), signal),
    click: ({ ref }, signal) => this.#act({ type: "click", ref }, signal),
    hover: ({ ref }, signal) => this.#act({ type: "hover", ref }, signal),
    fill: (input, signal) => this.#fill(input, signal),
    press: ({ key }, signal) => this.#keys([{ type: "press", key }], signal),
    drag: ({ ref, to }, signal) => this.#act({ type: "drag", ref, to }, signal),
    scroll: (input, signal) => {
      const { ref, direction } = input;
      if ("ref" in input) return this.#act({ type: "scroll", ref, direction }, signal);
      return this.#keys([{ type: "scroll", direction }], signal);
    },
    wait_for: ({ text, seconds }, signal) => this.#waitFor(text, seconds ?? 10, signal),
    look: (_, signal) => this.look(signal),
    read: ({ part }, signal) => this.#read(part, signal),
    find: ({ text }, signal) => this.#find(text, signal),
  };

  async #fill({ ref, text }: Input, signal: AbortSignal): Promise<ToolOutcome> {
    const { view, secrets } = this.#parts;
    if (!secrets.asks(text)) return await this.#act({ type: "fill", ref, text }, signal);
    const { origin, formOrigin } = await view.placeOf(ref, signal);
    if (formOrigin !== origin) {
      const said = `The form sends what is typed to ${formOrigin}, not to ${origin}: no secret is typed there.`;
      return { said, isFailure: true };
    }
    const revealed = secrets.reveal(text, origin);
    if ("refusal" in revealed) return { said: revealed.refusal, isFailure: true };
    return await this.#act({ type: "fill", ref, text: revealed.text }, signal);
  }

  #act(action: RefAction, signal: AbortSignal): Promise<ToolOutcome> {
    return this.#after((call) => this.#parts.view.act(action, call), signal);
  }

  #keys(actions: readonly Action[], signal: AbortSignal): Promise<ToolOutcome> {
    const { page, clock } = this.#parts;
    return this.#after(async (call) => {
      const [report] = await runActions(page, actions, { signal: call, clock });
      return report;
    }, signal);
  }

  /** Does something, waits until the page is still, and shows what changed. */
  async #after(
    work: (signal: AbortSignal) => Promise<ActionReport | undefined>,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const { page, clock } = this.#parts;
    const before = page.url();
    await using watch = armStability(page, clock);
    const report = await work(signal);
    const isDone = report === undefined || report.outcome === "done";
    if (this.#isHasty && isDone) return this.#told("Done.", {});
    await watch.until({ kind: "stable", maxMs: SETTLE_MS, signal });
    const moved = page.url() === before ? "" : ` The page is now ${page.url()}.`;
    const { outcome = "done", reason } = report ?? {};
    const why = reason === undefined ? "" : ` (${reason})`;
    const shown = await this.#shown(
      `${outcome === "done" ? "Done" : "Not done"}${why}.${moved}`,
      signal,
    );
    return outcome === "done" ? shown : { ...shown, isFailure: true, mayPass: true };
  }

  async #shown(said: string, signal: AbortSignal, isWhole = false): Promise<ToolOutcome> {
    const { view } = this.#parts;
    const shown = isWhole ? await view.snapshot({}, signal) : await view.changes({}, signal);
    const { text, url, title, isChange } = shown;
    const head = isChange ? "What changed:" : `${title} ${url}`.trim();
    return this.#told(said, { page: `${head}\n${text}` });
  }

  #told(said: string, more: Omit<ToolOutcome, "said">): ToolOutcome {
    const refused = [...new Set(this.#refused)].map((text) => ` ${text}`).join("");
    this.#refused = [];
    return { said: `${said}${refused}`, ...more };
  }

  async #read(part: string, signal: AbortSignal): Promise<ToolOutcome> {
    const { text } = await this.#parts.view.snapshot({ part }, signal);
    return this.#told(`What ${part} holds.`, { page: text });
  }

  async #find(text: string, signal: AbortSignal): Promise<ToolOutcome> {
    const { text: lines, shown, count } = await this.#parts.view.find(text, signal);
    const more = shown < count ? ` These are the first ${shown}.` : "";
    const said = count === 0 ? "Nothing on the page says so." : `${count} on the page.${more}`;
    return this.#told(said, count === 0 ? { isFailure: true } : { page: lines });
  }

  async #waitFor(text: string, seconds: number, signal: AbortSignal): Promise<ToolOutcome> {
    const { view, clock } = this.#parts;
    const end = clock.monotonic() + seconds * 1000;
    for (;;) {
      const { count } = await view.find(text, signal);
      if (count > 0) return await this.#shown("It is there.", signal);
      if (clock.monotonic() >= end) break;
      await wait(clock, LOOK_MS, signal);
    }
    const shown = await this.#shown(`It did not come within ${seconds} s.`, signal);
    return { ...shown, isFailure: true };
  }

  #reason(error: unknown): string {
    const reason = error instanceof ActionError ? error.details.reason : undefined;
    const text = reason ?? (error instanceof Error ? error.message : String(error));
    return this.#parts.secrets.mask(text.split("\n", 1)[0] ?? "").slice(0, 300);
  }
}
