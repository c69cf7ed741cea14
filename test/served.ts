import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { newcomer, root } from "./sources.ts";

/** A `dragline serve` of its own. */
export interface Served {
  readonly origin: string;
  /** Undefined where none was asked for. */
  readonly metrics: string | undefined;
  /** The first account's key. */
  readonly key: string;
  /** Ends it as an operator does; gives its exit code. */
  stop(): Promise<number>;
}

/** Starts the command line in an empty folder, as somebody does who has just installed it. */
export async function serve(argv: readonly string[], folder: string): Promise<Served> {
  const bin = join(root, "src/node/bin.ts");
  const child = spawn(process.execPath, ["--conditions=dragline-source", bin, ...argv], {
    cwd: folder,
    env: newcomer(folder),
  });
  const printed = once(createInterface({ input: child.stderr }), "line");
  const [log] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const [line] = (await printed) as [string];
  const { url, metricsUrl } = JSON.parse(log) as { url: string; metricsUrl?: string };
  return {
    origin: url,
    metrics: metricsUrl,
    key: /dl_\S+/.exec(line)?.[0] ?? "",
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      return (await exit)[0] as number;
    },
  };
}
