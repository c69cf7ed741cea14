import { systemClock, type Clock } from "dragline";
import { ActionError } from "dragline/actions";
import type { VisitCall, VisitedPage } from "dragline/browser";
import type { MonitorModel } from "dragline/monitor";
import type { Gate } from "./gate.ts";
import type { OutputModel } from "dragline/service";

/** The smallest picture that there is: a PNG of one pixel. */
export const PIXEL = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

const picture = { png: PIXEL, width: 1, height: 1, capped: false } as const;

/**
 * A browser that shows the same page everywhere, waits at the gate before `/slow`, takes N s for
 * each page below `/endless/N`, and fails an action on `#broken`.
 */
export class FakeVisitor {
  readonly visits: { readonly url: string; readonly call: VisitCall }[] = [];
  readonly #gate: Gate;
  readonly #clock: Clock;

  constructor(gate: Gate, clock: Clock = systemClock) {
    this.#gate = gate;
    this.#clock = clock;
  }

  async visit(url: string, call: VisitCall): Promise<VisitedPage> {
    this.visits.push({ url, call });
    const { pathname } = new URL(url);
    if (pathname === "/slow") await this.#gate.pass(call.signal);
    const [, seconds] = /^\/endless\/(\d+)/.exec(pathname) ?? [];
    if (seconds !== undefined) await this.#wait(Number(seconds) * 1000, call.signal);
    const broken = call.actions?.findIndex(
      (action) => "selector" in action && action.selector === "#broken",
    );
    if (broken !== undefined && broken >= 0) {
      throw new ActionError("ACTION_FAILED", {
        message: `action ${broken} failed: timed out`,
        details: { index: broken, reason: "timed out" },
      });
    }
    return {
      requestedUrl: url,
      url,
      redirects: [],
      status: 200,
      statusText: "OK",
      headers: { "content-type": "text/html" },
      mediaType: "text/html",
      html: seconds === undefined ? browserPage : endlessPage(pathname),
      truncated: false,
      settled: true,
      actions: [],
      ...(call.screenshot === true ? { screenshot: picture } : {}),
      ...(call.screenshotFullPage === true ? { screenshotFullPage: picture } : {}),
      popups: [],
      durationMs: 5,
    };
  }

  #wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.timer(ms, resolve);
      signal?.addEventListener("abort", () => {
        cancel();
        reject(signal.reason as Error);
      });
    });
  }
}

function endlessPage(path: string): string {
  const links = Array.from({ length: 5 }, (_, index) => `<a href="${path}/${index}">${index}</a>`);
  return `<!doctype html><title>Endless</title><main><h1>Endless</h1>${links.join(" ")}</main>`;
}

const browserPage =
  "<!doctype html><html><head><title>By browser</title></head><body><main><h1>By browser</h1>" +
  "<p>What a browser has shown, with its scripts run and its styles applied.</p>" +
  '<a href="/one">One</a></main></body></html>';

type Judgement = Awaited<ReturnType<MonitorModel["judge"]>>;

/** A model that answers at once; what it is to throw can be set. */
export class FakeModel implements OutputModel, Pick<MonitorModel, "judge"> {
  failure: Error | undefined;
  data: Readonly<Record<string, string>> = { title: "Harbour" };
  calls = 0;
  /** What it says of changes: nothing of it matters when absent. */
  judgement: string | undefined = "A change that matters";

  summarize({ url }: { readonly url: string }): Promise<string> {
    this.calls += 1;
    return this.failure === undefined
      ? Promise.resolve(`Summary of ${url}`)
      : Promise.reject(this.failure);
  }

  extract(): Promise<Readonly<Record<string, string>>> {
    this.calls += 1;
    return this.failure === undefined ? Promise.resolve(this.data) : Promise.reject(this.failure);
  }

  judge(change: { readonly before: string; readonly after: string }): Promise<Judgement> {
    this.calls += 1;
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const { judgement } = this;
    const meaningful =
      judgement === undefined
        ? []
        : [{ description: judgement, before: change.before, after: change.after }];
    return Promise.resolve({ summary: judgement ?? "", meaningful });
  }
}
