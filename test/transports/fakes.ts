import { systemClock, type Clock } from "dragline";
import type { LanguageModel, ModelAnswer, ModelCall } from "dragline/ai";
import { ActionError } from "dragline/actions";
import type { LeaseCall, PageLease, VisitCall, VisitedPage } from "dragline/browser";
import type { Gate } from "./gate.ts";

/** The smallest picture that there is: a PNG of one pixel. */
export const PIXEL = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

const picture = { png: PIXEL, width: 1, height: 1, capped: false } as const;

/** What is on the page that the browser shows. */
const elements = [
  { selector: "h1", text: "By browser", x: 0, y: 0, width: 1, height: 1 },
  { selector: "main > p", text: "What a browser has shown", x: 0, y: 0, width: 1, height: 1 },
] as const;

/**
 * A browser that shows the same page everywhere, waits at the gate before `/slow`, takes N s for
 * each page below `/endless/N`, and fails an action on `#broken`.
 */
export class FakeVisitor {
  readonly visits: { readonly url: string; readonly call: VisitCall }[] = [];
  /** What visits throw. */
  failure: Error | undefined;
  /** Pages that are lent now. */
  leases = 0;
  readonly #gate: Gate;
  readonly #clock: Clock;

  constructor(gate: Gate, clock: Clock = systemClock) {
    this.#gate = gate;
    this.#clock = clock;
  }

  async visit(url: string, call: VisitCall): Promise<VisitedPage> {
    this.visits.push({ url, call });
    if (this.failure !== undefined) throw this.failure;
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
      missingFrames: 0,
      settled: true,
      actions: [],
      ...(call.screenshot === true ? { screenshot: picture } : {}),
      ...wholePicture(call),
      popups: [],
      durationMs: 5,
    };
  }

  /**
   * A page on which nothing is and that opens no address, for tasks that a model ends at once; it waits
   * at the gate before `/slow`.
   */
  async lease({ signal, url = "about:blank" }: LeaseCall): Promise<PageLease> {
    signal?.throwIfAborted();
    if (new URL(url).pathname === "/slow") await this.#gate.pass(signal);
    this.leases += 1;
    const session = {
      send: (name: string) => Promise.resolve(name === "Target.getTargetInfo" ? ownTarget : {}),
      on: () => {},
      off: () => {},
      detach: () => Promise.resolve(),
    };
    const page = {
      url: () => "about:blank",
      isClosed: () => false,
      mainFrame: () => undefined,
      frames: () => [],
      goto: () => Promise.reject(new Error("net::ERR_CONNECTION_REFUSED")),
      createCDPSession: () => Promise.resolve(session),
      browserContext: () => ({ browser: () => ({ target: () => page }) }),
      on: () => {},
      off: () => {},
    };
    const close = async (): Promise<void> => {
      this.leases -= 1;
    };
    const live = signal ?? new AbortController().signal;
    const failureOf = (): undefined => undefined;
    const lease = { page, signal: live, failureOf, [Symbol.asyncDispose]: close };
    return lease as unknown as PageLease;
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

function wholePicture({ screenshotFullPage, picture: asked }: VisitCall) {
  if (screenshotFullPage !== true) return {};
  return { screenshotFullPage: { ...picture, ...(asked?.elements && { elements }) } };
}

const ownTarget = { targetInfo: { targetId: "F1", type: "page" } };

function endlessPage(path: string): string {
  const links = Array.from({ length: 5 }, (_, index) => `<a href="${path}/${index}">${index}</a>`);
  return `<!doctype html><title>Endless</title><main><h1>Endless</h1>${links.join(" ")}</main>`;
}

const browserPage =
  "<!doctype html><html><head><title>By browser</title></head><body><main><h1>By browser</h1>" +
  "<p>What a browser has shown, with its scripts run and its styles applied.</p>" +
  '<a href="/one">One</a></main></body></html>';

const facts = [{ source: "S1", quote: "The harbour opens at six in the morning" }];
const sentence = { text: "The harbour opens at six in the morning.", citations: facts };

/** The numbered lines of a part of a question. */
function linesOf({ prompt }: ModelCall, label: string): readonly string[] {
  const text = JSON.stringify(prompt.at(-1)?.content);
  const part = new RegExp(`<data \\S+ ${label}>(.*?)</data`).exec(text)?.[1] ?? "";
  return part.split("\\n").filter((line) => /^\d+\. /.test(line));
}

/** Each sentence of an answer is a claim; the first one answers the question. */
function claimsOf(call: ModelCall): object {
  const lines = linesOf(call, "answer, in numbered sentences").slice(0, 8);
  const claims = lines.map((line, index) => {
    return { claim: line.replace(/^\d+\. /, ""), sentence: index + 1, answers: index === 0 };
  });
  return { claims };
}

/** What words do not decide, an answer is silent about. */
function silences(call: ModelCall): object {
  const judgements = linesOf(call, "claims, numbered").map((_, index) => {
    return { claim: index + 1, relation: "silent", sentence: null };
  });
  return { judgements };
}

/** The first answer's first words, with its first page. */
function synthesisOf(call: ModelCall): object {
  const text = JSON.stringify(call.prompt.at(-1)?.content);
  const quote = /answer S1>.*?\\n\\n(.*?)\\n/.exec(text)?.[1] ?? "";
  return { sentences: [{ text: quote, citations: [{ answer: "S1", quote, pages: ["P1"] }] }] };
}

/** What the model says in searches and researches, by a property that is asked for. */
const researchAnswers: Readonly<Record<string, object>> = {
  questions: { questions: [{ question: "When does the harbour open?", queries: ["harbour"] }] },
  facts: { facts },
  conflicts: { queries: [], conflicts: [] },
  queries: { queries: ["harbour"] },
  sections: { answered: true, answer: [sentence], sections: [] },
};

/** A model that answers at once; what it is to throw can be set. */
export class FakeModel implements LanguageModel {
  readonly specificationVersion = "v4";
  readonly provider = "fake";
  readonly modelId = "fake";
  failure: Error | undefined;
  /** The values that it reads; they count where they stand on the page. */
  data: Readonly<Record<string, string>> = { opens: "six" };
  calls = 0;
  /** What it says of changes: nothing of it matters when absent. */
  judgement: string | undefined = "A change that matters";

  /** What it calls in a task, by what it is told; "Done." when absent. */
  act: (call: ModelCall) => Promise<readonly [tool: string, input: object]> = async () => [
    "done",
    { result: "Done." },
  ];

  doGenerate(call: ModelCall): Promise<ModelAnswer> {
    const { responseFormat, tools = [] } = call;
    this.calls += 1;
    if (this.failure !== undefined) return Promise.reject(this.failure);
    if (tools.length > 0) return this.#act(call);
    const asked = Object.keys(responseFormat?.schema["properties"] ?? {});
    const text = JSON.stringify(this.#answer(asked, call));
    return Promise.resolve({
      content: [{ type: "text", text }],
      finishReason: { unified: "stop" },
      usage: { inputTokens: { total: 100 }, outputTokens: { total: 10 } },
      warnings: [],
    });
  }

  async #act(call: ModelCall): Promise<ModelAnswer> {
    const [toolName, input] = await this.act(call);
    const own = { type: "tool-call", toolCallId: "c1", toolName, input: JSON.stringify(input) };
    return {
      content: [{ type: "text", text: "I go on." }, own],
      finishReason: { unified: "tool-calls" },
      usage: { inputTokens: { total: 100 }, outputTokens: { total: 10 } },
      warnings: [],
    };
  }

  #answer(asked: readonly string[], call: ModelCall): object {
    if (asked.includes("claims")) return claimsOf(call);
    if (asked.includes("judgements")) return silences(call);
    if (asked.includes("sentences")) return synthesisOf(call);
    if (asked.includes("meaningful")) return this.#judge();
    const name = Object.keys(researchAnswers).find((one) => asked.includes(one));
    const known = name === undefined ? undefined : researchAnswers[name];
    if (known !== undefined) return known;
    return asked.join() === "summary" ? { summary: "A summary by the model." } : this.data;
  }

  #judge(): object {
    const { judgement } = this;
    const meaningful =
      judgement === undefined ? [] : [{ description: judgement, before: "6", after: "7" }];
    return { summary: judgement ?? "", meaningful };
  }
}
