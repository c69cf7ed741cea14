import { Readable, Writable } from "node:stream";
import { runCli } from "dragline/node";

/** What a command line printed and ended with. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Sink extends Writable {
  text = "";
  readonly isTTY: boolean;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

/** Runs a command line in this process, with its output caught. */
export async function run(
  argv: readonly string[],
  options: {
    tty?: boolean;
    env?: Record<string, string>;
    signal?: AbortSignal;
    stdin?: Readable;
  } = {},
): Promise<Ran> {
  const stdout = new Sink(options.tty ?? false);
  const stderr = new Sink(options.tty ?? false);
  const { env = {}, signal = new AbortController().signal, stdin = Readable.from([]) } = options;
  const code = await runCli(argv, { stdin, stdout, stderr, env, signal });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
