import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** A server of one test, on a port of its own, with its files in a temporary folder. */
export interface PrivateServer extends AsyncDisposable {
  readonly url: string;
  /** Starts it again, with what it held. */
  start(): Promise<void>;
  /** Stops it in good order, or `"kill"` at once, as a crash would; clients lose their connections. */
  stop(how?: "kill"): Promise<void>;
}

/** What tells private servers apart. */
interface Program {
  readonly url: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly owner: Owner;
  /** A line of its output that says that it takes connections. */
  readonly ready: RegExp;
  readonly signals: { readonly stop: NodeJS.Signals; readonly kill: NodeJS.Signals };
}

/** The user whom a server runs as; empty for the one of the tests. */
interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Starts a Postgres server with empty databases; undefined where there is no Postgres.
 * @param options `durable`: it may lose nothing, not even to a power cut @default false
 */
export async function startPostgres(
  options: { readonly durable?: boolean } = {},
): Promise<PrivateServer | undefined> {
  const [initdb, file] = [findProgram("initdb"), findProgram("postgres")];
  if (initdb === undefined || file === undefined) return undefined;
  const owner = postgresOwner();
  const folder = await mkdtemp(join(tmpdir(), "dragline-postgres-"));
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? owner.uid);
  const cluster = ["-D", folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
  await promisify(execFile)(initdb, cluster, { ...owner, cwd: folder });
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port,
    fsync: options.durable === true ? "on" : "off",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = new ServerProgram({
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    file,
    args: ["-D", folder, ...args],
    folder,
    owner,
    ready: /ready to accept connections/,
    signals: { stop: "SIGINT", kill: "SIGQUIT" },
  });
  await server.start();
  return server;
}

/** Starts a Redis server that keeps every write; undefined where there is no Redis. */
export async function startRedis(): Promise<PrivateServer | undefined> {
  const file = findProgram("redis-server");
  if (file === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "dragline-redis-"));
  const port = await freePort();
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: folder,
    save: "",
    appendonly: "yes",
    appendfsync: "always",
  };
  const server = new ServerProgram({
    url: `redis://127.0.0.1:${port}`,
    file,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    folder,
    owner: {},
    ready: /ready to accept connections/i,
    signals: { stop: "SIGTERM", kill: "SIGKILL" },
  });
  await server.start();
  return server;
}

class ServerProgram implements PrivateServer {
  readonly url: string;
  readonly #program: Program;
  #child: ChildProcess | undefined;

  constructor(program: Program) {
    this.#program = program;
    this.url = program.url;
  }

  async start(): Promise<void> {
    const { file, args, folder, owner, ready } = this.#program;
    const child = spawn(file, args, {
      ...owner,
      cwd: folder,
      // In English, because its output is read.
      env: { ...process.env, LC_ALL: "C" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    process.once("exit", this.#killAtExit);
    const seen: string[] = [];
    await new Promise<void>((resolve, reject) => {
      const read = (line: string): void => {
        if (seen.length < 100) seen.push(line);
        if (ready.test(line)) resolve();
      };
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on("line", read);
      }
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`${file} ended:\n${seen.join("\n")}`)));
    });
  }

  async stop(how?: "kill"): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    process.off("exit", this.#killAtExit);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "close");
    child.kill(this.#program.signals[how ?? "stop"]);
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("kill");
    await rm(this.#program.folder, { recursive: true, force: true });
  }

  readonly #killAtExit = (): void => {
    this.#child?.kill(this.#program.signals.kill);
  };
}

/** In `PATH`, or where Debian keeps the programs of Postgres; the newest. */
/** Where a program of a server is, on PATH or where Debian has Postgres. */
export function findProgram(name: string): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted() : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.toReversed().map((version) => join(debian, version, "bin")),
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Postgres refuses to run as root. */
function postgresOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  if (line === null)
    throw new Error("Postgres does not run as root, and no user 'postgres' exists");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
