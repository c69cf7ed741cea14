import type { JsonObject } from "../../ai/index.ts";
import { ActionError, type DriverPage } from "../../browser/index.ts";
import {
  checkArgument,
  checkNumber,
  CoreError,
  deadline,
  Disposer,
  systemClock,
  type Clock,
} from "../../core/index.ts";
import { createExtractor, type Extractor } from "../../extractor/index.ts";
import { actingTools, openAddress } from "./acting-tools.ts";
import type { AgentTool, ToolCallOptions, ToolOutcome } from "./agent-tool.ts";
import { StepRecorder } from "../compiled/step-recorder.ts";
import { News } from "../view/news.ts";
import { toolsFor, type PageToolRow } from "./page-tool-table.ts";
import type { PageView } from "../view/page-view.ts";
import { NavigationPolicy, type Reach } from "./policy.ts";
import { lookAt, readingTools } from "./reading-tools.ts";
import { SecretGuard } from "./secret-guard.ts";
import { Secrets } from "./secrets.ts";
import { Tabs, type Tab } from "./tabs.ts";
import { reasonOf, type ToolInput, type ToolParts, type ToolWork } from "./tool-parts.ts";

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
  /**
   * Files that may be chosen on pages, by the names that the model and the pages know; 20 at most, of
   * 10 MiB each. `await openAsBlob(path, { type })` of `node:fs` makes one of a file on disk. None when absent.
   */
  readonly files?: Readonly<Record<string, Blob>> | undefined;
  /**
   * Tabs at a time, the page itself included, from 1 to 20. With 1, links that would open a tab open in
   * the page's own, and other tabs are closed.
   * @default 5
   */
  readonly maxTabs?: number | undefined;
  /** What `extract` reads by: one with a model asks it what a page does not say clearly. Without a model when absent. */
  readonly extractor?: Extractor | undefined;
  /** The machine's when absent. */
  readonly clock?: Clock | undefined;
}

/** Files of a task, and bytes of one. */
const MOST_FILES = 20;
const FILE_BYTES = 10_485_760;
/** Milliseconds of one call of a tool, and of `extract`, which may ask a model. */
const CALL_MS = 60_000;
const EXTRACT_MS = 180_000;

/**
 * The tools by which a model works a page, and the tabs that it opens. Dispose them when the task has
 * ended: those tabs are closed, the page stays open. Dialogs are accepted, and told with the next outcome.
 * Any number of pages of one browser may be worked at the same time.
 * @throws CoreError `INVALID_OPTION`; what the driver throws
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
  checkArgument("page of openPageTools(page, options)", page, "page");
  checkArgument("options of openPageTools(page, options)", options, "object");
  const { reach = "same-site", start, secrets = new Secrets({}), clock = systemClock } = options;
  const { files = {}, maxTabs = 5, extractor = createExtractor() } = options;
  checkNumber("maxTabs", maxTabs, { min: 1, max: 20, integer: true });
  checkFiles(files);
  const policy = new NavigationPolicy(reach, start);
  const news = new News(secrets.mask);
  // What a page shows within itself is its own matter; no secret is typed there.
  const isAllowed = ({ href }: URL): boolean => {
    const refusal = policy.refusalOf(href);
    if (refusal !== undefined) news.add(refusal);
    return refusal === undefined;
  };
  const { mask } = secrets;
  const tabs = await Tabs.open(page, { news, mask, clock, isAllowed, maxTabs });
  const guard = new SecretGuard({ secrets, policy, news });
  const own = {
    tabs,
    policy,
    secrets,
    guard,
    clock,
    files: new Map(Object.entries(files)),
    extractor,
  };
  return new PageTools({ ...own, news, rows: toolsFor(Object.keys(files), maxTabs) });
}

function checkFiles(files: Readonly<Record<string, Blob>>): void {
  const entries = Object.entries(files);
  const wrong = entries.find(([name, file]) => {
    const isName = /^[^/\\\p{Cc}]{1,200}$/u.test(name);
    return !isName || !(file instanceof Blob) || file.size > FILE_BYTES;
  });
  if (wrong === undefined && entries.length <= MOST_FILES) return;
  const message = wrong
    ? `File '${wrong[0].slice(0, 200)}' needs a name without a path, and a Blob of at most ${FILE_BYTES} bytes.`
    : `Expected at most ${MOST_FILES} files; got ${entries.length}.`;
  throw new CoreError("INVALID_OPTION", { message, details: { option: "files" } });
}

interface Parts extends ToolParts {
  readonly news: News;
  readonly rows: readonly PageToolRow[];
}

/** The tools of one page. */
export class PageTools implements AsyncDisposable {
  readonly tools: readonly AgentTool[];
  readonly secrets: Secrets;
  readonly #parts: Parts;
  readonly #does: Readonly<Record<PageToolRow["name"], ToolWork>>;
  readonly #owned = new Disposer();
  #recorder: StepRecorder | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.secrets = parts.secrets;
    this.#does = { ...actingTools(parts), ...readingTools(parts) };
    this.tools = parts.rows.map((row) => this.#toolOf(row));
    this.#owned.add(parts.tabs);
  }

  /** The tab that the tools work on. */
  get page(): DriverPage {
    return this.#parts.tabs.current.page;
  }

  /** What the tools see of it. */
  get view(): PageView {
    return this.#parts.tabs.current.view;
  }

  /** Its address, without values of secrets. */
  get url(): string {
    return this.secrets.mask(this.page.url());
  }

  /** Keeps from now on what the tools do, in place of a recorder before it. */
  record(): StepRecorder {
    const recorder = new StepRecorder(this, () => {
      if (this.#recorder === recorder) this.#recorder = undefined;
    });
    this.#recorder = recorder;
    return recorder;
  }

  /** Shows the page as it is now. @throws the signal's reason; what the driver throws */
  look(signal: AbortSignal): Promise<ToolOutcome> {
    return this.#told((call) => lookAt(this.#parts, call), { ms: CALL_MS, signal });
  }

  /** Opens an address, and shows the page. @throws the signal's reason */
  open(url: string, signal: AbortSignal): Promise<ToolOutcome> {
    return this.#told((call) => openAddress(this.#parts, url, call), { ms: CALL_MS, signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned[Symbol.asyncDispose]();
  }

  #toolOf({ name, description, inputSchema }: PageToolRow): AgentTool {
    return {
      name,
      description,
      inputSchema,
      run: (input, call) => this.#run(name, input, call),
    };
  }

  /** Every call of a tool goes this way. */
  #run(
    name: PageToolRow["name"],
    input: JsonObject,
    { signal: own, isHasty }: ToolCallOptions,
  ): Promise<ToolOutcome> {
    const ms = name === "extract" ? EXTRACT_MS : CALL_MS;
    const work = async (signal: AbortSignal): Promise<ToolOutcome> => {
      const ended = await this.#recorder?.begin(name, input, signal);
      const { current } = this.#parts.tabs;
      const doing = this.#does[name](input as unknown as ToolInput, { signal, isHasty });
      const outcome = await doing.catch((error: unknown) =>
        this.#afterClosing(error, current, signal),
      );
      await ended?.(outcome);
      return outcome;
    };
    return this.#told(work, { ms, signal: own });
  }

  /** A tab that closes in the middle of an action did so by it. @throws every other failure */
  async #afterClosing(error: unknown, tab: Tab, signal: AbortSignal): Promise<ToolOutcome> {
    const isClosed = error instanceof ActionError && error.details.reason === "page closed";
    if (isClosed && (await this.#parts.tabs.hasClosed(tab, signal))) {
      return { said: "Done as far as the tab let: it closed meanwhile." };
    }
    throw error;
  }

  /** What came of work, with what happened meanwhile. */
  async #told(
    work: (signal: AbortSignal) => Promise<ToolOutcome>,
    { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<ToolOutcome> {
    const { tabs, news } = this.#parts;
    const outcome = await this.#bounded(work, { ms, signal });
    await tabs.settle(signal);
    const { said, data } = news.take();
    const all = [outcome.data, data].filter((one) => one !== undefined).join("\n");
    return { ...outcome, said: `${outcome.said}${said}`, ...(all !== "" && { data: all }) };
  }

  async #bounded(
    work: (signal: AbortSignal) => Promise<ToolOutcome>,
    { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<ToolOutcome> {
    using limit = deadline(this.#parts.clock, ms, signal);
    try {
      return await work(limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.expired) return { said: `The page did not answer in ${ms} ms.`, isFailure: true };
      if (!(error instanceof ActionError)) throw error;
      return { said: `It could not be done: ${reasonOf(error, this.secrets)}.`, isFailure: true };
    }
  }
}
