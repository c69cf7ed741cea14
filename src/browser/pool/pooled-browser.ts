import { endTargetWaits } from "./end-target-waits.ts";
import { settlesWithin } from "./settles-within.ts";
import type { Clock } from "../../core/index.ts";
import type { BrowserError } from "../browser-error.ts";
import type { RunningBrowser } from "../launcher.ts";

/** A browser of the pool and what is known of it. */
export class PooledBrowser {
  readonly running: RunningBrowser;
  /** `serving` takes pages; `draining` keeps those that it has; `ended` is gone or being ended. */
  state: "serving" | "draining" | "ended" = "serving";
  /** Why it ended, when that was not the pool's wish. */
  lost: BrowserError | undefined;
  /** Pages leased, opened and closed now. */
  pages = 0;
  /** Leases that it has had. */
  served = 0;
  /** Bytes of all of its processes when they were last looked at. */
  bytes = 0;
  /** Bytes of the processes that are no page's, when they were first looked at. */
  firstBytes: number | undefined;
  /** When a page was last ended for its memory, in milliseconds of the clock's `monotonic`. */
  endedPageAt = Number.NEGATIVE_INFINITY;
  /** Whether its successor is being started. */
  replacing = false;
  readonly #gone = new AbortController();

  constructor(running: RunningBrowser) {
    this.running = running;
    endTargetWaits(running.driver, this.gone);
  }

  /** Aborts when the browser is gone: the driver leaves some of its promises unsettled then. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Marks it as ended; the code that works with it gets `reason`. */
  end(reason: BrowserError): void {
    this.state = "ended";
    this.#gone.abort(reason);
  }

  /** Whether the browser answers within `ms` milliseconds (CDP `Browser.getVersion`). */
  async answers(clock: Clock, ms: number): Promise<boolean> {
    const { driver } = this.running;
    if (!driver.connected) return false;
    const asked = driver.version();
    return (await settlesWithin(clock, ms, asked)) && driver.connected;
  }
}
