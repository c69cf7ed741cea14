import type { ApiRequest } from "../../fetcher/index.ts";
import type { EngineVendor } from "./engine-vendors.ts";

/** An account at a vendor of an answer engine, and which of its models is asked. */
export interface EngineOptions {
  /** The key of your account at the vendor. */
  readonly apiKey: string;
  /** The API's address; that of a proxy may be private. The vendor's own when absent. */
  readonly baseUrl?: string | undefined;
  /** The model's name at the vendor; that of `engineVendors` when absent. */
  readonly model?: string | undefined;
  /**
   * Milliseconds for one question, waits and retries included; 1 or more.
   * @default 300000
   */
  readonly timeoutMs?: number | undefined;
}

/** Options of an engine that can be asked to go on alone, and be asked for its answer later. */
export interface BackgroundOptions extends EngineOptions {
  /**
   * Whether a question becomes a job at the vendor: its answer can then be fetched after a time-out.
   * @default true
   */
  readonly background?: boolean | undefined;
}

/** Options with their defaults. */
export interface EngineSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly timeoutMs: number;
}

/** What is asked. */
export interface EngineQuestion {
  readonly query: string;
  readonly country: string | undefined;
}

/** A source as a vendor names it. */
export interface NamedSource {
  readonly url: unknown;
  readonly title: unknown;
  readonly date?: unknown;
}

/** An answer as a vendor's reply says it. */
export interface SaidAnswer {
  readonly content: string;
  readonly sources: readonly NamedSource[];
  readonly model: unknown;
  /** Whether the vendor says that it refused. */
  readonly isRefusal: boolean;
}

/**
 * What a reply says: the answer, or that there is none yet (`running`, with the job's handle), that
 * it goes on with another request (`next`), that there is none (`failed`, a sentence's end behind the
 * vendor's title), or nothing that the vendor documents (`malformed`).
 */
export type Reading =
  | { readonly kind: "answered"; readonly said: SaidAnswer; readonly handle?: string }
  | { readonly kind: "running"; readonly handle: string }
  | { readonly kind: "next"; readonly request: ApiRequest }
  | { readonly kind: "failed"; readonly why: string; readonly code?: "NO_ANSWER" }
  | { readonly kind: "malformed"; readonly what: string };

/** How an engine is spoken with. */
export interface EngineDialect {
  readonly vendor: EngineVendor;
  readonly settings: EngineSettings;
  /** The headers that carry the key, and what else every request has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly request: (question: EngineQuestion) => ApiRequest;
  readonly read: (reply: unknown, question: EngineQuestion) => Reading;
  /** The request that asks for a job's answer; absent where there are no jobs. */
  readonly poll?: (handle: string) => ApiRequest;
}
