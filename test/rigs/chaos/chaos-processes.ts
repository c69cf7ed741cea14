import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ChaosMemory, ChaosPlace } from "./chaos-place.ts";
import type { ChaosAnswer, ChaosCall } from "./chaos-load.ts";

/** Milliseconds after which a client gives a call up. */
const PATIENCE = 10_000;

interface Process {
  readonly role: ChaosPlace["role"];
  child: ChildProcess;
  port: number;
  isStarting: boolean;
}

/** Two API processes and two workers. The first of each lives on; the second ones can be killed. */
export class ChaosProcesses implements AsyncDisposable {
  /** What those that live on have told, a second apart. */
  readonly memory: Readonly<Record<ChaosPlace["role"], ChaosMemory[]>> = { api: [], worker: [] };
  /** Ends of processes that nobody asked for. */
  readonly ends: string[] = [];
  /** Processes that were killed. */
  kills = 0;
  readonly #place: Omit<ChaosPlace, "role">;
  readonly #all: Process[] = [];
  #turn = 0;
  #isOver = false;

  constructor(place: Omit<ChaosPlace, "role">) {
    this.#place = place;
  }

  async start(): Promise<void> {
    for (const role of ["api", "api", "worker", "worker"] as const) {
      const lives = !this.#all.some((each) => each.role === role);
      this.#all.push({ role, isStarting: false, ...(await this.#start(role, lives)) });
    }
  }

  /** Kills the second process of a role, and starts another. */
  async kill(role: ChaosPlace["role"]): Promise<void> {
    const process_ = this.#all.findLast((each) => each.role === role);
    if (process_ === undefined || process_.isStarting) return;
    process_.isStarting = true;
    this.kills += 1;
    process_.child.removeAllListeners("exit");
    process_.child.kill("SIGKILL");
    Object.assign(process_, await this.#start(role, false), { isStarting: false });
  }

  /** Calls the API processes in turn; a status of 0 where there was no answer. */
  callerOf(key: string): ChaosCall {
    return async (method, path, body) => {
      const apis = this.#all.filter(({ role }) => role === "api");
      this.#turn += 1;
      const port = apis[this.#turn % apis.length]?.port ?? 0;
      return await this.#ask(port, { key, method, path, body });
    };
  }

  /** Whether every API process that has started says of itself that all is well, and counts calls. */
  async areWell(key: string): Promise<boolean> {
    const apis = this.#all.filter(({ role, isStarting }) => role === "api" && !isStarting);
    const asked = apis.flatMap(({ port }) =>
      ["/health", "/monitors"].map((path) => this.#ask(port, { key, method: "GET", path })),
    );
    return (await Promise.all(asked)).every(({ status }) => status === 200);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await Promise.all(
      this.#all.map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exited = once(child, "exit");
        child.disconnect();
        const killing = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
        await exited;
        clearTimeout(killing);
      }),
    );
  }

  async #start(role: ChaosPlace["role"], lives: boolean): Promise<Pick<Process, "child" | "port">> {
    const file = join(import.meta.dirname, "chaos-child.ts");
    const argument = JSON.stringify({ ...this.#place, role } satisfies ChaosPlace);
    const child = fork(file, [argument], { execArgv: ["--conditions=dragline-source"] });
    const started = once(child, "message") as Promise<[number]>;
    child.on("exit", (code, signal) => {
      if (!this.#isOver) this.ends.push(`a process (${role}) ended: ${code ?? signal}`);
    });
    child.on("message", (told: number | ChaosMemory) => {
      if (lives && typeof told !== "number") this.memory[role].push(told);
    });
    for (let told: unknown = await started; ; told = await once(child, "message")) {
      const [first] = told as [unknown];
      if (typeof first === "number") return { child, port: first };
    }
  }

  async #ask(
    port: number,
    {
      key,
      method,
      path,
      body,
    }: {
      readonly key: string;
      readonly method: string;
      readonly path: string;
      readonly body?: object | undefined;
    },
  ): Promise<ChaosAnswer> {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        signal: AbortSignal.timeout(PATIENCE),
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: JSON.parse(text) as ChaosAnswer["body"] };
    } catch {
      return { status: 0, body: {} };
    }
  }
}
