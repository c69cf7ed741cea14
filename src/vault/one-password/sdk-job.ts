import type { VaultContainer, VaultEntry, VaultLocator } from "../provider.ts";

/** What a thread is asked, once. */
export type SdkWork =
  | { readonly kind: "containers" }
  | { readonly kind: "entries"; readonly container: string }
  | { readonly kind: "read"; readonly locators: Readonly<Record<string, VaultLocator>> };

/** The first message to a thread; the token travels in it alone. */
export interface SdkJob {
  readonly kind: "job";
  readonly token: string;
  readonly work: SdkWork;
  /** URL of a module whose `core` stands in for the SDK's WebAssembly; tests alone give it. */
  readonly core?: string | undefined;
}

/** A request of the SDK, which the main thread makes. */
export interface SdkRequest {
  readonly kind: "request";
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The answer to a request; without a status none was had. */
export interface SdkAnswer {
  readonly kind: "answer";
  readonly id: number;
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What a thread ends with. */
export type SdkResult =
  | { readonly kind: "containers"; readonly containers: readonly VaultContainer[] }
  | { readonly kind: "entries"; readonly entries: readonly VaultEntry[] }
  | {
      readonly kind: "values";
      readonly values: Readonly<Record<string, string>>;
      readonly missing: readonly string[];
    }
  | { readonly kind: "not-installed" }
  | { readonly kind: "not-found" }
  /** The SDK's own words; they are matched and go no further. */
  | { readonly kind: "failed"; readonly text: string };
