import type { Clock } from "../../core/index.ts";
import type { DriverPage, DriverRequest } from "../driver.ts";

/** What a page loads, kept by the time at which it was asked for. */
export class RequestFlights implements Disposable {
  readonly #page: DriverPage;
  readonly #clock: Clock;
  readonly #flying = new Map<DriverRequest, number>();
  readonly #landed = new Map<string, number>();

  constructor(page: DriverPage, clock: Clock) {
    this.#page = page;
    this.#clock = clock;
    page.on("request", this.#start);
    page.on("requestfinished", this.#end);
    page.on("requestfailed", this.#end);
  }

  /** How many requests that `counts` are in flight and began less than `ms` milliseconds ago. */
  young(ms: number, counts: (request: DriverRequest) => boolean): number {
    const oldest = this.#clock.monotonic() - ms;
    let young = 0;
    for (const [request, began] of this.#flying) {
      if (began > oldest && counts(request)) young += 1;
    }
    return young;
  }

  /** When a request of one of the types last began or ended, by the clock's `monotonic`. */
  lastChange(counts: (type: string) => boolean): number {
    let last = Number.NEGATIVE_INFINITY;
    for (const [type, at] of this.#landed) if (counts(type)) last = Math.max(last, at);
    return last;
  }

  [Symbol.dispose](): void {
    this.#page.off("request", this.#start);
    this.#page.off("requestfinished", this.#end);
    this.#page.off("requestfailed", this.#end);
    this.#flying.clear();
  }

  readonly #start = (request: DriverRequest): void => {
    if (/^(?:data|blob):/.test(request.url())) return;
    this.#flying.set(request, this.#touch(request));
  };

  readonly #end = (request: DriverRequest): void => {
    if (this.#flying.delete(request)) this.#touch(request);
  };

  #touch(request: DriverRequest): number {
    const now = this.#clock.monotonic();
    this.#landed.set(request.resourceType(), now);
    return now;
  }
}
