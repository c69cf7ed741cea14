import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A program of this folder in a process of its own, which ends with its owner. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** The first line that it says; rejects when it ends without. */
  readonly said: Promise<string>;
  /** Ends it without a word, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts it. */
export function startProgram(file: string, args: readonly string[]): Program {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ["--conditions=dragline-source", path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const ended = once(child, "close");
  const said = firstLine(child, ended);
  // Whoever does not ask does not care.
  said.catch(() => {});
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  return { pid: child.pid ?? 0, said, kill, [Symbol.asyncDispose]: kill };
}

async function firstLine(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  let text = "";
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (text.includes("\n")) resolve(text.split("\n")[0] ?? "");
  });
  void ended.then(() => reject(new Error("the program ended without a word")));
  return await promise;
}
