/** A message of a client as it goes to the browser. */
interface OutgoingMessage {
  /** The text with the session that it is for. */
  readonly text: string;
  readonly sessionId: string;
}

/** A session as the last member, as Puppeteer and Playwright write it. */
const LAST = /,"sessionId":"([0-9A-Za-z]{1,64})"\}$/;
const TAIL = 96;

/**
 * Addresses a client's message: to the session that it names, or else to `root`. However the name is
 * spelt, what goes out names exactly one session at its top level. Messages as clients write them
 * are not parsed.
 * @returns undefined when it is not a JSON object
 */
export function addressMessage(text: string, root: string): OutgoingMessage | undefined {
  if (!isPlain(text)) return rewritten(text, root);
  const at = text.indexOf("essionId");
  if (at === -1) return { text: `${text.slice(0, -1)},"sessionId":"${root}"}`, sessionId: root };
  if (text.includes("essionId", at + 1)) return rewritten(text, root);
  const named = LAST.exec(text.slice(-TAIL))?.[1];
  return named === undefined ? rewritten(text, root) : { text, sessionId: named };
}

/** Whether members of the top level are to be seen: no name is escaped, no second message follows. */
function isPlain(text: string): boolean {
  return (
    text.startsWith(`{"`) && text.endsWith("}") && !text.includes("\\u") && !text.includes("\0")
  );
}

function rewritten(text: string, root: string): OutgoingMessage | undefined {
  const members = membersOf(text);
  if (members === undefined) return undefined;
  const { sessionId: given, ...rest } = members;
  const sessionId = given === undefined ? root : typeof given === "string" ? given : "";
  return { text: JSON.stringify({ ...rest, sessionId }), sessionId };
}

/** The members of a message; of a name that stands twice, the last. */
export function membersOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
