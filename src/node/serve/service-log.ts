import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { systemClock, type EventTable } from "../../core/index.ts";
import { oneLine } from "../examine/finding.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { jsonLine, textLine, type LogEntry } from "./log-line.ts";
import { endOfCheck, memberOf, observe } from "./observe.ts";

const FAILURES = "dragline:service:failure";
const CHECK_FAILURES = "dragline:monitor:failure";

/**
 * Writes what happens in a service to stdout, a line each: JSON, or text on a terminal. Lines hold
 * ids, routes and hosts; never keys, bodies, queries or the URLs of pages.
 */
export class ServiceLog implements Disposable {
  readonly #terminal: Terminal;
  readonly #releases: (() => void)[];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    subscribe(FAILURES, this.#onFailure);
    subscribe(CHECK_FAILURES, this.#onCheckFailure);
    this.#releases = [
      () => unsubscribe(FAILURES, this.#onFailure),
      () => unsubscribe(CHECK_FAILURES, this.#onCheckFailure),
      observe("dragline:service:request", ({ context, result, durationMs }) => {
        const { requestId, method, route } = context;
        const status = Number(memberOf(result, "status") ?? 0);
        const level = status >= 500 || status === 0 ? "error" : "info";
        this.write({ level, event: "request", requestId, method, route, status, durationMs });
      }),
      observe("dragline:service:job", ({ context, result, error, durationMs }) => {
        const { jobId, type } = context;
        const status = error === undefined ? memberOf(result, "status") : "lost";
        this.write({ level: "info", event: "job", jobId, type, status, durationMs });
      }),
      observe("dragline:monitor:check", ({ context, result, durationMs }) => {
        const status = endOfCheck(result);
        this.write({ level: "info", event: "check", ...context, status, durationMs });
      }),
      observe("dragline:webhooks:attempt", ({ context, result, durationMs }) => {
        const { deliveryId, attempt, host } = context;
        const httpStatus = memberOf(result, "httpStatus");
        const failure = memberOf(result, "failure");
        const facts = { deliveryId, attempt, host, httpStatus, failure, durationMs };
        this.write({ level: "info", event: "delivery", ...facts });
      }),
    ];
  }

  /** Writes a line. */
  write(entry: LogEntry): void {
    const { stdout } = this.#terminal;
    const line = stdout.isTTY === true ? textLine : jsonLine;
    stdout.write(line(entry, systemClock.now()));
  }

  [Symbol.dispose](): void {
    for (const release of this.#releases) release();
  }

  readonly #onFailure = (message: unknown): void => {
    const { error, ...facts } = message as EventTable[typeof FAILURES];
    this.#writeFailure(facts, error);
  };

  readonly #onCheckFailure = (message: unknown): void => {
    const { error, ...facts } = message as EventTable[typeof CHECK_FAILURES];
    this.#writeFailure(facts, error);
  };

  #writeFailure(facts: Readonly<Record<string, string | null | undefined>>, error: unknown): void {
    const stack = error instanceof Error ? error.stack : undefined;
    const code = memberOf(error, "code");
    const text = oneLine(error);
    this.write({ level: "error", event: "failure", ...facts, code, error: text, stack });
  }
}
