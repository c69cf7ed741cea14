import { findChromium, findProgram, programVersion } from "./find-program.ts";
import { probe } from "./probe.ts";

/** What was found out about one thing that Dragline can use. */
export interface Finding {
  readonly name: string;
  readonly found: boolean;
  /** Whether Dragline cannot work without it. */
  readonly needed: boolean;
  /** Where and which version, or what is lost without it and how to get it. */
  readonly detail: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Looks for everything that Dragline can use, at the same time. */
export function examine(env: Environment, signal: AbortSignal): Promise<Finding[]> {
  return Promise.all([
    Promise.resolve(examineNode()),
    examineChromium(env, signal),
    examinePostgres(env, signal),
    examineRedis(env, signal),
    examineFfmpeg(env, signal),
  ]);
}

function examineNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const found = major > 22 || (major === 22 && minor >= 19);
  const detail = found
    ? process.versions.node
    : `${process.versions.node}; 22.19 or newer is needed`;
  return { name: "Node", needed: true, found, detail };
}

async function examineChromium(env: Environment, signal: AbortSignal): Promise<Finding> {
  const path = await findChromium(env);
  const detail =
    path === undefined
      ? "for pages that need JavaScript, in a later version; install it (Debian: apt-get install chromium) or set PUPPETEER_EXECUTABLE_PATH"
      : `${await programVersion([path, "--version"], signal)} at ${path}`;
  return { name: "Chromium", needed: false, found: path !== undefined, detail };
}

/** The start of a PostgreSQL connection that asks for TLS; the server answers `S` or `N`. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

async function examinePostgres(env: Environment, signal: AbortSignal): Promise<Finding> {
  const url = env["DATABASE_URL"] ?? "postgres://127.0.0.1:5432";
  const answer = await probe({ url, port: 5432, send: SSL_REQUEST }, signal);
  const found = "data" in answer && /^[SN]/.test(answer.data);
  return {
    name: "PostgreSQL",
    needed: false,
    found,
    detail: found
      ? `answers at ${answer.address}`
      : `for several machines, in a later version; ${whyNot(answer)} (DATABASE_URL)`,
  };
}

async function examineRedis(env: Environment, signal: AbortSignal): Promise<Finding> {
  const url = env["REDIS_URL"] ?? "redis://127.0.0.1:6379";
  const answer = await probe({ url, port: 6379, send: Buffer.from("PING\r\n") }, signal);
  const found = "data" in answer && /^(?:\+PONG|-NOAUTH)/.test(answer.data);
  return {
    name: "Redis",
    needed: false,
    found,
    detail: found
      ? `answers at ${answer.address}`
      : `for several machines, in a later version; ${whyNot(answer)} (REDIS_URL)`,
  };
}

async function examineFfmpeg(env: Environment, signal: AbortSignal): Promise<Finding> {
  const path = await findProgram("ffmpeg", env);
  const detail =
    path === undefined
      ? "for recordings of browser sessions, in a later version; install it (Debian: apt-get install ffmpeg)"
      : `${await programVersion([path, "-version"], signal)} at ${path}`;
  return { name: "ffmpeg", needed: false, found: path !== undefined, detail };
}

function whyNot(answer: Awaited<ReturnType<typeof probe>>): string {
  return "data" in answer
    ? `something else answers at ${answer.address}`
    : `no answer at ${answer.address}: ${answer.problem}`;
}
