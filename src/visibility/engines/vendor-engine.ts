import { deadline, systemClock, wait, type Clock, type Deadline } from "../../core/index.ts";
import {
  ApiClient,
  createTransport,
  type ApiCollaborators,
  type ApiFailure,
  type ApiRequest,
  type Transport,
} from "../../fetcher/index.ts";
import { answerLead } from "../answer-lead.ts";
import type { AnswerEngine, EngineAnswer, EngineCall, EngineReply } from "../answer-engine.ts";
import { checkEngineCall } from "../check-engine-call.ts";
import { isRefusal } from "../is-refusal.ts";
import { VisibilityError, type VisibilityErrorDetails } from "../visibility-error.ts";
import type { EngineDialect, EngineQuestion, SaidAnswer } from "./engine-dialect.ts";
import { readSources } from "./read-sources.ts";

/** What an adapter of an engine works with; each is borrowed. */
export type EngineCollaborators = ApiCollaborators;

/** An engine at a vendor; dispose it to close its connections. */
export interface VendorEngine extends AnswerEngine, AsyncDisposable {}

/** Milliseconds between two looks at a job. */
const POLL = 2_000;
/** Requests that one answer may be made of, besides looks at a job. */
const MOST_TURNS = 8;

/**
 * Makes the adapter that speaks a dialect.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 */
export function createVendorEngine(
  dialect: EngineDialect,
  collaborators: EngineCollaborators,
): VendorEngine {
  return new GuardedVendorEngine(dialect, collaborators);
}

/** What a question came to: the answer as it was said, and the job that it came from. */
interface Said {
  readonly said: SaidAnswer;
  readonly handle: string | undefined;
  readonly reply: unknown;
}

class GuardedVendorEngine implements VendorEngine {
  readonly slug: string;
  readonly label: string;
  readonly collect?: NonNullable<AnswerEngine["collect"]>;
  readonly #dialect: EngineDialect;
  readonly #clock: Clock;
  readonly #client: ApiClient;
  readonly #collaborators: EngineCollaborators;
  readonly #running = new Set<Deadline>();
  #resolving: Transport | undefined;
  #closed: VisibilityError | undefined;

  constructor(dialect: EngineDialect, collaborators: EngineCollaborators) {
    const { vendor, settings, headers } = dialect;
    this.slug = vendor.slug;
    this.label = vendor.label;
    this.#dialect = dialect;
    this.#collaborators = collaborators;
    this.#clock = collaborators.clock ?? systemClock;
    const parts = {
      title: vendor.title,
      start: vendor.start,
      baseUrl: settings.baseUrl,
      ownBaseUrl: vendor.baseUrl,
      option: "baseUrl",
      timeoutMs: settings.timeoutMs,
      secret: settings.apiKey,
      headers,
      advice: (status: number) =>
        `refused the key (${status}): configure a valid one as option 'apiKey'; get one at ${vendor.start}.`,
      fail: (failure: ApiFailure) => this.#apiError(failure),
    };
    this.#client = new ApiClient(parts, collaborators);
    if (dialect.poll !== undefined) this.collect = (handle, call) => this.#collect(handle, call);
  }

  async ask(call: EngineCall): Promise<EngineReply> {
    const { query, country } = checkEngineCall(call);
    let handle: string | undefined;
    const onHandle = async (told: string): Promise<void> => {
      handle = told;
      await call.onHandle?.(told);
    };
    const ask = async (time: Deadline): Promise<EngineReply> => {
      const said = await this.#converse({ query, country }, { time, onHandle });
      const answer = await this.#finish(said, time);
      return { ...(handle !== undefined && { handle }), answer };
    };
    return this.#within(call.signal, ask, () => handle);
  }

  async #collect(
    handle: string,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<EngineAnswer | undefined> {
    if (!/^[\w.-]{1,200}$/.test(handle)) {
      throw this.#error("INVALID_HANDLE", `The handle does not belong to ${this.label}.`);
    }
    const collect = async (time: Deadline): Promise<EngineAnswer | undefined> => {
      const said = await this.#look(handle, time);
      return said === undefined ? undefined : this.#finish(said, time);
    };
    return this.#within(signal, collect, () => handle);
  }

  /** Runs what is done within the engine's own limit, and until the engine is disposed. */
  async #within<Result>(
    signal: AbortSignal,
    work: (time: Deadline) => Promise<Result>,
    handle: () => string | undefined,
  ): Promise<Result> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    using time = deadline(this.#clock, this.#dialect.settings.timeoutMs, signal);
    this.#running.add(time);
    try {
      return await work(time);
    } catch (error) {
      if (!time.expired) throw error;
      const message = `${this.label} took longer than ${time.ms} ms.`;
      const told = handle();
      throw this.#error("TIMEOUT", message, told === undefined ? {} : { handle: told });
    } finally {
      this.#running.delete(time);
    }
  }

  /** Asks, waits for a job, and goes on, until there is an answer. */
  async #converse(question: EngineQuestion, { time, onHandle }: Conversation): Promise<Said> {
    let request = this.#dialect.request(question);
    for (let turn = 1; turn <= MOST_TURNS; turn++) {
      const reply = await this.#begin(request, time);
      const reading = this.#dialect.read(reply, question);
      switch (reading.kind) {
        case "answered":
          if (reading.handle !== undefined) await onHandle(reading.handle);
          return { said: reading.said, handle: reading.handle, reply };
        case "running":
          await onHandle(reading.handle);
          return this.#await(reading.handle, time);
        case "next":
          request = reading.request;
          break;
        default:
          throw this.#noAnswer(reading);
      }
    }
    throw this.#error("ENGINE_FAILED", `${this.label} did not finish its answer.`);
  }

  /** A request that begins something: what is not there is then no job. */
  async #begin(request: ApiRequest, time: Deadline): Promise<unknown> {
    try {
      return await this.#client.ask(request, time);
    } catch (error) {
      if (!(error instanceof VisibilityError) || error.code !== "JOB_GONE") throw error;
      const { title } = this.#dialect.vendor;
      const message = `${title} does not know the model or the address: check the options 'model' and 'baseUrl'.`;
      throw this.#error("REQUEST_REJECTED", message, { ...error.details });
    }
  }

  async #await(handle: string, time: Deadline): Promise<Said> {
    for (;;) {
      await wait(this.#clock, POLL, time.signal);
      const said = await this.#look(handle, time);
      if (said !== undefined) return said;
    }
  }

  /** Looks at a job once; undefined while it is under way. */
  async #look(handle: string, time: Deadline): Promise<Said | undefined> {
    const { poll, read } = this.#dialect;
    if (poll === undefined) return undefined;
    const reply = await this.#client.ask(poll(handle), time);
    const reading = read(reply, { query: "", country: undefined });
    if (reading.kind === "running") return undefined;
    if (reading.kind === "answered") return { said: reading.said, handle, reply };
    throw this.#noAnswer(reading);
  }

  async #finish({ said, reply }: Said, time: Deadline): Promise<EngineAnswer> {
    const content = this.#client.mask(said.content).toWellFormed().trim();
    const refused = said.isRefusal || isRefusal(content);
    if (content === "" && !refused) {
      throw this.#error("NO_ANSWER", `${this.label} gave an answer without any text.`);
    }
    return {
      summary: answerLead(content),
      content,
      sources: await readSources(said.sources, {
        transport: () => this.#guarded(),
        clock: this.#clock,
        signal: time.signal,
        mask: (text) => this.#client.mask(text),
      }),
      model: typeof said.model === "string" ? said.model.slice(0, LONGEST_MODEL) : "",
      isRefusal: refused,
      raw: this.#masked(reply),
    };
  }

  #masked(reply: unknown): unknown {
    return JSON.parse(JSON.stringify(reply), (_name, value: unknown) =>
      typeof value === "string" ? this.#client.mask(value) : value,
    );
  }

  /** Sources are anywhere: no private address is let in for them. */
  #guarded(): Transport {
    const { transport } = this.#collaborators;
    return transport ?? (this.#resolving ??= createTransport(this.#collaborators));
  }

  #noAnswer(
    reading:
      | { readonly kind: "failed"; readonly why: string; readonly code?: "NO_ANSWER" }
      | { readonly kind: "malformed"; readonly what: string }
      | { readonly kind: "next" },
  ): VisibilityError {
    const { title } = this.#dialect.vendor;
    if (reading.kind === "failed") {
      return this.#error(reading.code ?? "ENGINE_FAILED", `${title} ${reading.why}.`);
    }
    const what =
      reading.kind === "malformed" ? reading.what : "a job that asks for another request";
    return this.#error(
      "BAD_ANSWER",
      `${title}'s reply does not have the documented form: ${what}.`,
    );
  }

  #apiError({ kind, message, ...details }: ApiFailure): VisibilityError {
    return this.#error(codes[kind], message, details);
  }

  #error(
    code: VisibilityError["code"],
    message: string,
    details: VisibilityErrorDetails = {},
  ): VisibilityError {
    return new VisibilityError(code, { message, details: { engine: this.slug, ...details } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = this.#error("ENGINE_CLOSED", `The engine '${this.slug}' was disposed.`);
    for (const time of this.#running) time.abort(this.#closed);
    await this.#client[Symbol.asyncDispose]();
    await this.#resolving?.[Symbol.asyncDispose]();
  }
}

interface Conversation {
  readonly time: Deadline;
  readonly onHandle: (handle: string) => Promise<void>;
}

/** Characters of a model's name. */
const LONGEST_MODEL = 200;

const codes = Object.freeze({
  rejected: "ENGINE_REJECTED",
  invalid: "REQUEST_REJECTED",
  gone: "JOB_GONE",
  unavailable: "ENGINE_UNAVAILABLE",
  bad: "BAD_ANSWER",
} as const satisfies Readonly<Record<ApiFailure["kind"], VisibilityError["code"]>>);
