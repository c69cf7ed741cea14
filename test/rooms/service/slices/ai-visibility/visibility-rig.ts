import { createService, type Service, type ServiceOptions } from "dragline/service";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { onTestFinished } from "vitest";
import { FakeEngine, JumpClock, type Doc } from "../../../../transports/index.ts";

/** What came back of a call. */
export interface Told {
  readonly status: number;
  readonly json: Doc;
}

/** Processes of a service on one store, and one account. */
export class VisibilityRig {
  readonly clock = new JumpClock();
  readonly records = new MemoryRecords();
  readonly blobs = new MemoryBlobs({ clock: this.clock });
  readonly acme = new FakeEngine("acme", "Acme");
  readonly beta = new FakeEngine("beta", "Beta");
  account = "";
  #key = "";
  readonly #options: ServiceOptions;

  constructor(options: ServiceOptions = {}) {
    this.#options = options;
  }

  /** Another process; the first one makes the account. */
  async process(credits = 100, engines = [this.acme, this.beta]): Promise<Service> {
    const { clock, records, blobs } = this;
    const service = createService(
      { clock, records, blobs, answerEngines: engines },
      { limits: { "*": Infinity }, ...this.#options },
    );
    onTestFinished(() => service[Symbol.asyncDispose]());
    if (this.account !== "") return service;
    this.account = (await service.accounts.create({ credits })).id;
    this.#key = (await service.keys.create(this.account)).key;
    return service;
  }

  async ask(service: Service, path: string, body?: object): Promise<Told> {
    const headers = { "x-api-key": this.#key, "content-type": "application/json" };
    const init = body && { method: "POST", body: JSON.stringify(body) };
    const request = new Request(`http://service.test/v1${path}`, { headers, ...init });
    const response = await service.fetch(request);
    return { status: response.status, json: (await response.json()) as Doc };
  }

  /** Begins a search; gives its path. */
  async begin(service: Service, sources = ["acme"]): Promise<string> {
    const { json } = await this.ask(service, "/ai-visibility/search", { query: "Which?", sources });
    return `/ai-visibility/search/${json.id}`;
  }

  /** Asks until the search is as it should be. */
  async until(service: Service, path: string, isEnough: (doc: Doc) => boolean): Promise<Doc> {
    for (;;) {
      const { json } = await this.ask(service, path);
      if (isEnough(json)) return json;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  settled(service: Service, path: string): Promise<Doc> {
    return this.until(service, path, ({ status }) => status === "completed" || status === "failed");
  }

  retry(service: Service, path: string, source = "acme"): Promise<Told> {
    return this.ask(service, `${path}/retry`, { source });
  }

  async credits(service: Service): Promise<{ readonly balance: number; readonly used: number }> {
    return (await this.ask(service, "/credits")).json;
  }

  /** Has a process run jobs until the test ends. */
  run(service: Service): void {
    const stop = new AbortController();
    const running = service.run({ signal: stop.signal });
    onTestFinished(async () => {
      stop.abort();
      await running;
    });
  }
}
