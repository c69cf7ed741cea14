import { checkArgument } from "../../core/index.ts";
import type { Clock } from "../../core/index.ts";
import type { DriverPage, DriverRequest } from "../driver.ts";
import { addressOf } from "./background-request.ts";

/** A request in flight. */
export interface Flight {
  readonly request: DriverRequest;
  /** When it was sent, by the clock's `monotonic`. */
  readonly began: number;
  readonly address: string;
  /** Its type, or `polled` of data that was had often before. */
  readonly type: string;
}

/** Good answers of an address after which asking it once more is polling. */
const POLLED = 2;

/** What a page loads, kept by the time at which it was asked for. */
export class RequestFlights implements Disposable {
  readonly #page: DriverPage;
  readonly #clock: Clock;
  readonly #flying = new Map<DriverRequest, Flight>();
  /** Good answers by address. */
  readonly #answers = new Map<string, number>();
  readonly #landed = new Map<string, number>();

  constructor(page: DriverPage, clock: Clock) {
    checkArgument("page", page, "object");
    this.#page = page;
    this.#clock = clock;
    page.on("request", this.#start);
    page.on("requestfinished", this.#finish);
    page.on("requestfailed", this.#end);
  }

  /** Whether a request is in flight that `counts` and that began less than `ms` milliseconds ago. */
  hasYoung(ms: number, counts: (flight: Flight) => boolean): boolean {
    const oldest = this.#clock.monotonic() - ms;
    return this.#has((flight) => flight.began > oldest && counts(flight));
  }

  /** Whether a request is in flight that `counts` and whose address has given no good answer yet. */
  hasFirst(counts: (request: DriverRequest) => boolean): boolean {
    return this.#has(({ address, request }) => !this.#answers.has(address) && counts(request));
  }

  /** When a request of one of the types last began or ended, by the clock's `monotonic`. */
  lastChange(counts: (type: string) => boolean): number {
    let last = Number.NEGATIVE_INFINITY;
    for (const [type, at] of this.#landed) if (counts(type)) last = Math.max(last, at);
    return last;
  }

  [Symbol.dispose](): void {
    this.#page.off("request", this.#start);
    this.#page.off("requestfinished", this.#finish);
    this.#page.off("requestfailed", this.#end);
    this.#flying.clear();
    this.#answers.clear();
  }

  #has(test: (flight: Flight) => boolean): boolean {
    for (const flight of this.#flying.values()) if (test(flight)) return true;
    return false;
  }

  readonly #start = (request: DriverRequest): void => {
    if (/^(?:data|blob):/.test(request.url())) return;
    const address = addressOf(request);
    const answers = this.#answers.get(address) ?? 0;
    const isPolled = answers >= POLLED && /^(?:xhr|fetch)$/.test(request.resourceType());
    const type = isPolled ? "polled" : request.resourceType();
    this.#flying.set(request, { request, began: this.#touch(type), address, type });
  };

  readonly #finish = (request: DriverRequest): void => {
    const status = request.response()?.status() ?? 0;
    // 202: what was asked for is to come.
    if (status >= 200 && status < 400 && status !== 202) {
      const address = addressOf(request);
      this.#answers.set(address, (this.#answers.get(address) ?? 0) + 1);
    }
    this.#end(request);
  };

  readonly #end = (request: DriverRequest): void => {
    const flight = this.#flying.get(request);
    if (flight === undefined) return;
    this.#flying.delete(request);
    this.#touch(flight.type);
  };

  #touch(type: string): number {
    const now = this.#clock.monotonic();
    this.#landed.set(type, now);
    return now;
  }
}
