// The life of a credential (decisions, 3.2), as a table.

/** A credential that is expired signs nothing in. */
export type CredentialState = "active" | "expired";

/** What happens to a credential. */
export type CredentialEvent =
  /** A login, a verify or a connect succeeded, or the same type was stored again. */
  | "stored"
  /** Its `expiresAt` has passed. */
  | "lapsed"
  /** A run ended with `AUTH_EXPIRED`. */
  | "run-refused"
  /** A verify was refused with `BAD_PASSWORD` or `ACCOUNT_LOCKED`. */
  | "verify-refused"
  /** Its source was disconnected and the identity kept. */
  | "source-gone";

/** The state after each event; a credential that is removed has none. */
export const credentialStates: Readonly<
  Record<CredentialState, Readonly<Record<CredentialEvent, CredentialState>>>
> = Object.freeze({
  active: Object.freeze({
    stored: "active",
    lapsed: "expired",
    "run-refused": "expired",
    "verify-refused": "expired",
    "source-gone": "expired",
  }),
  expired: Object.freeze({
    stored: "active",
    lapsed: "expired",
    "run-refused": "expired",
    "verify-refused": "expired",
    "source-gone": "expired",
  }),
});

/** A verify that is refused so says that the login is no longer good. */
export function endsLogin(code: string): boolean {
  return code === "BAD_PASSWORD" || code === "ACCOUNT_LOCKED";
}

/** The state of a stored credential at a time: one that has passed its end is expired. */
export function stateAt(
  { state, expiresAt }: { readonly state: string; readonly expiresAt: number | null },
  now: number,
): CredentialState {
  const stored = state === "active" ? "active" : "expired";
  return expiresAt !== null && expiresAt <= now ? credentialStates[stored].lapsed : stored;
}
