import { emptyAnswer, readCommand, refusalAnswer, type CdpCommand } from "./cdp-command.ts";
import { closedDomains, rules, type Ruling } from "./gate-rules.ts";

/** What becomes of a client's message. */
type Verdict =
  /** It goes on, as this text. */
  | { readonly kind: "send"; readonly text: string; readonly command: CdpCommand }
  /** The client gets this text, the browser nothing. */
  | { readonly kind: "answer"; readonly text: string }
  /** The connection ends, and then the client gets this text. */
  | { readonly kind: "end"; readonly text: string };

/**
 * Lets a client's message through to the browser, or answers it: what reads or writes files of the
 * host, gets around the address guard or ends the browser without its save does not pass. What
 * passes is written anew, so that the browser cannot read it in another way than we did.
 * @param folder where files of the connection are
 */
export function commandGate(message: Buffer | string, folder: string): Verdict {
  const command = readCommand(message);
  if ("answer" in command) return { kind: "answer", text: command.answer };
  if (command.method === "Browser.close") return { kind: "end", text: emptyAnswer(command) };
  const ruling =
    command.method === "Target.sendMessageToTarget"
      ? nested(command, folder)
      : ruled(command, folder);
  if (ruling !== undefined && "refuse" in ruling) return refused(command, ruling.refuse);
  return written(ruling === undefined ? command : { ...command, params: ruling.params });
}

function ruled({ method, params = {} }: CdpCommand, folder: string): Ruling {
  const closed = closedDomains.get(method.slice(0, Math.max(0, method.indexOf("."))));
  if (closed !== undefined) return { refuse: closed };
  return rules.get(method)?.(params, folder);
}

/** Commands whose answers or events concern more than the browser. */
const FLAT_ONLY: ReadonlySet<string> = new Set([
  "Browser.close",
  "Target.sendMessageToTarget",
  "Tracing.start",
]);

/** The old way to speak with targets: a message in a message. It is judged like every other. */
function nested({ params = {} }: CdpCommand, folder: string): Ruling {
  const { message } = params;
  if (typeof message !== "string") return { refuse: "'message' must be a string" };
  const inner = readCommand(message);
  if ("answer" in inner) return { refuse: "'message' is not a command" };
  if (FLAT_ONLY.has(inner.method)) {
    return { refuse: `'${inner.method}' is not allowed in a message` };
  }
  const verdict = commandGate(message, folder);
  if (verdict.kind === "send") return { params: { ...params, message: verdict.text } };
  return { refuse: `'${inner.method}' is refused` };
}

function refused(command: CdpCommand, reason: string): Verdict {
  const text = refusalAnswer(command, `'${command.method}' is not allowed here: ${reason}.`);
  return { kind: "answer", text };
}

/** Deeper nesting than JSON can be written with is more than Chromium reads. */
function written(command: CdpCommand): Verdict {
  try {
    return { kind: "send", text: JSON.stringify(command), command };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: "answer", text: refusalAnswer({ ...command }, "Message is nested too deeply") };
  }
}
