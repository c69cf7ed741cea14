import { checkState, isBrowserError, type StorageState } from "../../browser/index.ts";
import type { Cookies } from "../../fetcher/index.ts";
import type { Json } from "../../storage/index.ts";
import { RunFault } from "./run-fault.ts";

/**
 * Puts the cookies of a browser's storage into those of a run.
 * @throws RunFault `AUTH_EXPIRED` for a state that cannot be read
 */
export async function setStateCookies(cookies: Cookies, state: Json | undefined): Promise<void> {
  if (state === undefined || state === null) return;
  for (const cookie of checkedState(state).cookies) {
    const { name, value, domain, path, expires, secure } = cookie;
    const host = domain.replace(/^\./, "");
    const line = [
      `${name}=${value}`,
      `Path=${path}`,
      ...(domain.startsWith(".") ? [`Domain=${host}`] : []),
      ...(expires !== -1 ? [`Expires=${new Date(expires * 1_000).toUTCString()}`] : []),
      ...(secure ? ["Secure"] : []),
    ].join("; ");
    const url = URL.parse(`https://${host}/`);
    if (url !== null) await cookies.add(url, line);
  }
}

/** The values of a browser's storage that must stay secret. */
export function stateValues(state: Json | StorageState | undefined): readonly string[] {
  if (state === undefined || state === null) return [];
  const { cookies, origins } = state as Partial<StorageState>;
  return [
    ...(cookies ?? []).map(({ value }) => value),
    ...(origins ?? []).flatMap(({ localStorage }) => localStorage.map(({ value }) => value)),
  ];
}

/**
 * The state of a credential as the browser takes it.
 * @throws RunFault `AUTH_EXPIRED`
 */
export function checkedState(state: Json): StorageState {
  try {
    return checkState(state);
  } catch (error) {
    if (!isBrowserError(error)) throw error;
    const message = "The saved browser session cannot be read; sign in again.";
    throw new RunFault({ code: "AUTH_EXPIRED", message }, { cause: error });
  }
}
