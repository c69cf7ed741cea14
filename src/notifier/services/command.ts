import { spawn } from "node:child_process";
import { fitted } from "../messages/fit.ts";
import { plainBody } from "../messages/message.ts";
import { reasonText } from "./http-calls.ts";
import { taken, type Sent } from "./sent.ts";
import { unfit, type Letter, type Receiver, type Service } from "./service.ts";
import { bodyOf } from "./webhook.ts";

/** Characters of the text in the environment: the system bounds all of it. */
const MOST_TEXT = 16_384;
const MOST_ERRORS = 4096;

const form = {
  title: "a command",
  schemes: ["command"],
  forms: ['command:["PROGRAM","ARGUMENT",…]', "command:PROGRAM"],
} as const;

/** What a program usually needs of the environment; secrets of ours are not among it. */
const PASSED =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_RUNTIME_DIR|SYSTEMROOT|PATHEXT|APPDATA|USERPROFILE)$/i;

/** A program of this machine, started without a shell. */
export const command: Service = {
  ...form,
  read({ text }, { allowCommands }) {
    if (!allowCommands) throw unfit(form, "commands are not allowed here (option 'allowCommands')");
    const [program, ...rest] = argumentsOf(text.slice("command:".length));
    return {
      label: `command ${program.slice(0, 100)}`,
      url: undefined,
      secrets: [],
      send: (letter, _, signal) => run([program, ...rest], letter, signal),
    } satisfies Receiver;
  },
};

function argumentsOf(text: string): readonly [string, ...string[]] {
  const list = text.startsWith("[") ? parsed(text) : [text];
  const isList =
    Array.isArray(list) && list.every((one) => typeof one === "string" && !one.includes("\0"));
  const [program, ...rest] = isList ? (list as string[]) : [];
  if (program === undefined || program === "") {
    throw unfit(form, "a JSON list of texts is expected, the program first");
  }
  if (!text.startsWith("[") && /\s/.test(program)) {
    throw unfit(
      form,
      "a program with arguments is a JSON list; there is no shell that would read a line",
    );
  }
  return [program, ...rest];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message is in the environment as text, and on standard input as JSON. */
function run(
  [program, ...rest]: readonly [string, ...string[]],
  letter: Letter,
  signal: AbortSignal,
): Promise<Sent> {
  const { message, notices } = letter;
  const kept = Object.entries(process.env).filter(([name]) => PASSED.test(name));
  const env = {
    ...Object.fromEntries(kept),
    DRAGLINE_ID: letter.id,
    DRAGLINE_TITLE: bare(message.title),
    DRAGLINE_TEXT: bare(fitted({ ...message, url: null }, plainBody, { most: MOST_TEXT })),
    DRAGLINE_URL: message.url ?? "",
    DRAGLINE_COUNT: String(notices.length),
  };
  const { body } = bodyOf(letter);
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      env,
      shell: false,
      stdio: ["pipe", "ignore", "pipe"],
      windowsHide: true,
    });
    let errors = "";
    const end = (): void => void child.kill("SIGKILL");
    signal.addEventListener("abort", end, { once: true });
    child.stderr.on("data", (chunk: Buffer) => {
      if (errors.length < MOST_ERRORS) errors += chunk.toString("utf8");
    });
    // A program need not read what it is told.
    child.stdin.on("error", () => {});
    child.on("error", (error: NodeJS.ErrnoException) => {
      signal.removeEventListener("abort", end);
      resolve(failed(`the command cannot be started (${error.code ?? "unknown"})`));
    });
    child.on("exit", (code, by) => {
      signal.removeEventListener("abort", end);
      child.stderr.destroy();
      if (signal.aborted) reject(signal.reason as Error);
      else if (code === 0) resolve(taken);
      else resolve(failed(`the command ended with ${code ?? by ?? "nothing"}${said(errors)}`));
    });
    if (signal.aborted) end();
    child.stdin.end(body);
  });
}

function failed(failure: string): Sent {
  return { ...taken, failure };
}

function said(errors: string): string {
  const reason = reasonText(errors, []);
  return reason === "" ? "" : `: ${reason}`;
}

/** The environment has no zero characters. */
function bare(text: string): string {
  return text.replaceAll("\0", " ");
}
