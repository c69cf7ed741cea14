import type { Json } from "../../storage/index.ts";
import type { Credential } from "../format/action.ts";

/** What a step did. */
export interface TraceStep {
  /** `kind id`, below `each` and `paginate` with the place: `request issues[2]`. */
  readonly step: string;
  readonly startMs: number;
  readonly durationMs: number;
  /** Method, URL, status and bytes of a request; the count of items; what an assertion compared. */
  readonly details: Readonly<Record<string, Json>>;
  readonly error?: string | undefined;
}

/** Why a site did not let somebody in (decisions, 4.8). */
export type LoginRefusalCode =
  | "BAD_PASSWORD"
  | "MFA_REQUIRED"
  | "CAPTCHA_REQUIRED"
  | "ACCOUNT_LOCKED"
  | "LOGIN_TIMEOUT"
  | "LOGIN_PAGE_CHANGED"
  | "LOGIN_NO_COOKIES"
  | "LOGIN_INFRASTRUCTURE_ERROR"
  | "LOGIN_FAILED";

/** One login. */
export interface LoginCall {
  /** The site's `login_input` fields by name; held for the run only. */
  readonly params: Readonly<Record<string, Json>>;
  /** Cancels the login. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole login, in milliseconds; 90,000 when absent. */
  readonly timeoutMs?: number | undefined;
  /** Whether to keep a trace of the steps, with secrets masked. */
  readonly trace?: boolean | undefined;
}

/** How a login ended. */
export type LoginResult = (
  | {
      readonly status: "signed_in";
      /** What later runs sign in with: the storage state, and values that are no secret fields. */
      readonly credential: Credential;
      /** Milliseconds since 1970: when the session ends as far as its cookies tell, at most 30 days ahead. */
      readonly expiresAt: number;
    }
  | {
      readonly status: "refused";
      /** The message is a sentence for a person; holds no secret. */
      readonly error: { readonly code: LoginRefusalCode; readonly message: string };
    }
) & { readonly executionMs: number; readonly trace?: readonly TraceStep[] | undefined };
