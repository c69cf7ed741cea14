import { PassThrough } from "node:stream";
import { runCli } from "dragline/node";
import { onTestFinished } from "vitest";

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** What a `dragline serve` is started with. */
export interface ServedOptions {
  readonly folder: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly tty?: boolean;
}

/** A `dragline serve` of this process, on free ports; it ends with the test. */
export class Served {
  readonly #stop = new AbortController();
  readonly #stdout: PassThrough & { isTTY?: boolean };
  readonly #stderr = new PassThrough().setEncoding("utf8");
  readonly #code: Promise<number>;
  readonly #env: Readonly<Record<string, string>>;
  /** All of stdout and of stderr. */
  out = "";
  err = "";
  url = "";
  metricsUrl = "";
  key = "";

  constructor({ folder, flags = [], env = {}, tty = false }: ServedOptions) {
    this.#stdout = Object.assign(new PassThrough().setEncoding("utf8"), { isTTY: tty });
    this.#stdout.on("data", (chunk: string) => (this.out += chunk));
    this.#stderr.on("data", (chunk: string) => (this.err += chunk));
    this.#env = env;
    const argv = ["serve", "--port=0", "--engine=http", `--data=${folder}`, ...flags];
    const [stdin, stdout, stderr] = [new PassThrough(), this.#stdout, this.#stderr];
    this.#code = runCli(argv, { stdin, stdout, stderr, env, signal: this.#stop.signal });
    onTestFinished(async () => {
      await this.stop();
    });
  }

  /** Resolves when it listens. */
  async ready(): Promise<this> {
    const line = await this.line({ event: "listening" });
    this.url = String(line["url"]);
    this.metricsUrl = String(line["metricsUrl"]);
    const shown = /API key, shown only once: (\S+)/.exec(this.err)?.[1];
    this.key = shown ?? this.#env["DRAGLINE_API_KEY"] ?? "";
    return this;
  }

  get lines(): LogLine[] {
    const whole = this.out.split("\n").slice(0, -1);
    return whole.map((line) => JSON.parse(line) as LogLine);
  }

  /** The first line of the log that has these members. */
  async line(members: LogLine): Promise<LogLine> {
    let ended = false;
    void this.#code.then(() => (ended = true));
    for (;;) {
      const found = this.lines.find((line) =>
        Object.entries(members).every(([name, value]) => line[name] === value),
      );
      if (found !== undefined) return found;
      if (ended) throw new Error(`it ended without ${JSON.stringify(members)}: ${this.err}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Calls a route; JSON both ways. */
  async call(route: string, body?: object, key = this.key) {
    const [method = "", path = ""] = route.split(" ");
    const response = await fetch(`${this.url}/v1${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Readonly<Record<string, unknown>>;
    return { status: response.status, json };
  }

  /** The number of a metric's line that begins so. */
  async metric(start: string): Promise<number> {
    const text = await (await fetch(`${this.metricsUrl}/metrics`)).text();
    const line = text.split("\n").find((each) => each.startsWith(start));
    return Number(line?.split(" ").at(-1));
  }

  /** Interrupts it; gives the exit code. */
  stop(): Promise<number> {
    this.#stop.abort(new Error("interrupted"));
    return this.#code;
  }
}

/** Starts a service. */
export function served(options: ServedOptions): Promise<Served> {
  return new Served(options).ready();
}
