import { isFetchError, type FetchError } from "dragline/fetcher";

/** The FetchError with which a promise rejects. */
export async function failureOf(promise: Promise<unknown>): Promise<FetchError> {
  try {
    await promise;
  } catch (error) {
    if (isFetchError(error)) return error;
    throw error;
  }
  throw new Error("Nothing failed.");
}

/** What a promise rejects with, whatever it is. */
export async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("Nothing failed.");
}
