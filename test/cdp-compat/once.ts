type Once = (type: string, handler: (event: unknown) => void) => unknown;

/** The next event of a client's object, whose types of events are its own. */
export function once(
  emitter: { readonly once: (...terms: never[]) => unknown },
  type: string,
): Promise<unknown> {
  return new Promise((resolve) => (emitter.once as Once).call(emitter, type, resolve));
}
