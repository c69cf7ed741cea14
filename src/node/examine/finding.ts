/** What was found out about one thing that Dragline can use. */
export interface Finding {
  /** Whether it is a package of npm, or anything else. */
  readonly kind: "package" | "part";
  readonly name: string;
  readonly found: boolean;
  /** Whether Dragline cannot work without it or is configured to use it. */
  readonly needed: boolean;
  /** Where and which version, or what is lost without it and how to get it. */
  readonly detail: string;
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Tries something that was configured: `attempt` gives what works, or throws what does not.
 * @throws the signal's reason
 */
export async function tryOut(
  name: string,
  signal: AbortSignal,
  attempt: () => Promise<string>,
): Promise<Finding> {
  try {
    return { kind: "part", name, found: true, needed: true, detail: await attempt() };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "part", name, found: false, needed: true, detail: oneLine(error) };
  }
}

/** What is not configured, and what needs it. */
export function absent(name: string, detail: string): Finding {
  return { kind: "part", name, found: false, needed: false, detail };
}

/** What went wrong, with what is underneath where that says more, in one line. */
export function oneLine(error: unknown): string {
  const { message, cause, code } = error as { message?: string; cause?: unknown; code?: string };
  // Node's error for several addresses has an empty message.
  const said = message || code || String(error);
  const below = cause instanceof Error && !said.includes(cause.message) ? `: ${cause.message}` : "";
  return `${said.replace(/\.$/, "")}${below}`.replaceAll(/\s+/g, " ");
}
