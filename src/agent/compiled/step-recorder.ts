import type { DriverPage } from "../../browser/index.ts";
import { serialisePage } from "../../browser/internal.ts";
import type { JsonObject } from "../../ai/index.ts";
import type { ToolOutcome } from "../tools/agent-tool.ts";
import type { PageView } from "../view/page-view.ts";
import type { Secrets } from "../tools/secrets.ts";
import { compiledTools, type CompiledStep, type CompiledTarget } from "./compiled-task.ts";
import { describeTarget } from "./describe-target.ts";

/** A step of a run that did what it was called for. */
export interface RecordedStep {
  readonly tool: CompiledStep["tool"];
  /** As the model gave it: secrets by name. */
  readonly input: JsonObject;
  readonly targets: Readonly<Record<string, CompiledTarget>>;
  readonly urlBefore: string;
  readonly url: string;
  /** What the page said anew. */
  readonly appeared: readonly string[];
}

/** A page as it stood after a step, without values of secrets. */
export interface RecordedPage {
  /** The step, from 0; -1 before the first. */
  readonly after: number;
  readonly html: string;
  readonly url: string;
}

/** What a recorder looks at: the tab that is worked on. */
interface RecorderParts {
  readonly page: DriverPage;
  readonly view: PageView;
  readonly secrets: Pick<Secrets, "mask">;
}

/** Bytes of a page that is kept, and how many of them. */
const PAGE_BYTES = 2_097_152;
const PAGES = 30;

/** Keeps what the tools of a page did, so that it can be done again without a model. */
export class StepRecorder implements Disposable {
  readonly steps: RecordedStep[] = [];
  readonly pages: RecordedPage[] = [];
  readonly #parts: RecorderParts;
  readonly #stop: () => void;

  constructor(parts: RecorderParts, stop: () => void) {
    this.#parts = parts;
    this.#stop = stop;
  }

  /**
   * Looks at what a tool is about to do; what is given back is told what came of it.
   * @throws what the driver throws; the signal's reason
   */
  async begin(
    tool: string,
    input: JsonObject,
    signal: AbortSignal,
  ): Promise<(outcome: ToolOutcome) => Promise<void>> {
    const { page, view, secrets } = this.#parts;
    const { mask } = secrets;
    const acting = compiledTools.find((one) => one === tool);
    if (acting === undefined) return async () => {};
    // What is on the page before the first step and before it is left may be a part of the result.
    await this.see(signal);
    const targets: Record<string, CompiledTarget> = {};
    for (const member of ["ref", "to"]) {
      const ref = input[member];
      const target = typeof ref === "string" ? await describeTarget(view, ref, signal) : undefined;
      if (target !== undefined) targets[member] = target;
    }
    const [urlBefore, before] = [mask(page.url()), new Set(view.said)];
    return async ({ isFailure }) => {
      if (isFailure === true) return;
      // The tools may work on another tab now.
      const appeared = this.#parts.view.said.filter((text) => !before.has(text));
      const url = mask(this.#parts.page.url());
      this.steps.push({ tool: acting, input, targets, urlBefore, url, appeared });
    };
  }

  /** Keeps the page as it stands now. @throws what the driver throws; the signal's reason */
  async see(signal: AbortSignal): Promise<void> {
    const { page, secrets } = this.#parts;
    const { mask } = secrets;
    const { html, url } = await serialisePage(page, { signal, maxBytes: PAGE_BYTES });
    const after = this.steps.length - 1;
    if (this.pages.at(-1)?.after === after) this.pages.pop();
    this.pages.push({ after, html: mask(html), url: mask(url) });
    if (this.pages.length > PAGES) this.pages.shift();
  }

  /** Records no more. */
  [Symbol.dispose](): void {
    this.#stop();
  }
}
