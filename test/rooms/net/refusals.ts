import { isNetError, type NetError } from "../../../src/net/index.ts";

/** The NetError that `run` throws, now or later. */
export async function refusalOf(run: () => unknown): Promise<NetError> {
  try {
    await run();
  } catch (error) {
    if (isNetError(error)) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}
