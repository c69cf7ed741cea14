import type { Clock, Ids } from "../../core/index.ts";
import type { Fetcher } from "../../fetcher/index.ts";
import type { PageVisitor } from "../../scraper/index.ts";
import type { Blobs, Json } from "../../storage/index.ts";
import type { Action, Credential } from "../format/action.ts";
import type { Site } from "../format/action-schema.ts";
import type { LoginCall, LoginResult } from "./login.ts";
import type { TraceStep } from "./login.ts";

/** The collaborators of a runner; each is borrowed. */
export interface RunnerCollaborators {
  /** Made with `obeyRobots`, where that is wanted. */
  readonly fetcher: Pick<Fetcher, "fetch">;
  /** Shows pages that need a browser; without one, steps that do fail. */
  readonly browser?: PageVisitor | undefined;
  /** Where files go; memory when absent. */
  readonly blobs?: Blobs | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/** One run. */
export interface RunCall {
  /** The action's parameters by name, as its input schema describes them. */
  readonly params?: Readonly<Record<string, Json>> | undefined;
  /** The login that the action uses. */
  readonly credential?: Credential | undefined;
  /** Cancels the run. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole run, in milliseconds; 300,000 when absent. */
  readonly timeoutMs?: number | undefined;
  /** The blob key of a file's bytes; made of a random id when absent. */
  readonly fileKey?: ((name: string, index: number) => string) | undefined;
  /** Whether to keep a trace of the steps, with secrets masked. */
  readonly trace?: boolean | undefined;
}

/** A file that a run made. */
export interface RunFile {
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Of its bytes in the blobs. */
  readonly key: string;
}

/** Why a run failed. */
export interface RunFailure {
  readonly code: "EXECUTION_FAILED" | "AUTH_EXPIRED" | "INVALID_PARAMS";
  /** A sentence for a person; holds no secret. */
  readonly message: string;
  /** Parameters that are missing, with `INVALID_PARAMS`. */
  readonly missingFields?: readonly string[] | undefined;
}

/** How a run ended. */
export type RunResult = (
  | { readonly status: "completed"; readonly data: Json; readonly files: readonly RunFile[] }
  | { readonly status: "failed"; readonly error: RunFailure }
) & { readonly executionMs: number; readonly trace?: readonly TraceStep[] | undefined };

/** Runs actions. */
export interface Runner {
  /** Checks parameters without running: undefined when they are right. */
  check(action: Action, params: Readonly<Record<string, Json>>): RunFailure | undefined;
  /** Runs an action once. A failure is a result; only the signal's reason is thrown. */
  run(action: Action, call?: RunCall): Promise<RunResult>;
  /**
   * Checks the fields of a login without signing in: undefined when they are right, and when the site
   * has no login.
   */
  checkLogin(site: Site, params: Readonly<Record<string, Json>>): RunFailure | undefined;
  /**
   * Signs in once by the site's login. A refusal is a result; only the signal's reason is thrown.
   * A site without a recipe refuses with `LOGIN_FAILED`.
   */
  logIn(site: Site, call: LoginCall): Promise<LoginResult>;
}
