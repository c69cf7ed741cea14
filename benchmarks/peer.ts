/** A peer is not installed, or not for this platform; the message says what to run. */
export class MissingPeerError extends Error {
  override readonly name = "MissingPeerError";
}

/**
 * A package that results are quoted against. Peers are installed in `benchmarks/` only and may be
 * absent, so their types are not at hand: the caller says what it needs of one.
 */
export async function peer<T>(name: string): Promise<T> {
  try {
    return (await import(name)) as T;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new MissingPeerError(
      `The peer ${name} cannot be loaded (${reason}): run \`npm run peers\` once`,
      { cause: error },
    );
  }
}
