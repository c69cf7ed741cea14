import type { ApiRequest } from "../../fetcher/index.ts";
import type { VendorRow } from "./vendor-rows.ts";
import type { SearchVendor } from "./vendors.ts";

/** One page that is asked for. */
export interface VendorAsk {
  readonly query: string;
  /** Results that are wanted of this page. */
  readonly count: number;
  /** From 1. */
  readonly page: number;
  /** As the vendor writes it. */
  readonly country: string | undefined;
}

/** One page of a vendor's answer. */
export interface VendorPage {
  readonly rows: readonly VendorRow[];
  /** Sentences for people, of the server's or ours. */
  readonly notes?: readonly string[];
  /** Whether the vendor says that there are no more. */
  readonly ended?: boolean;
}

/** How a vendor is spoken with. */
export interface VendorDialect {
  readonly vendor: SearchVendor;
  /** Never told; empty without one. */
  readonly apiKey: string;
  /** The headers that carry the key. */
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly request: (ask: VendorAsk) => ApiRequest;
  /** @throws ShapeError when the answer is not what the vendor documents */
  readonly read: (answer: unknown) => VendorPage;
  /** How the vendor writes a country of two lower-case letters; undefined: it does not know it. */
  readonly country: (code: string) => string | undefined;
  /** What is to be done about 401 and 403. */
  readonly advice?: (status: number) => string;
}

/** Options of which none is left open. */
export type Complete<Options> = {
  readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined>;
};

/** What every adapter's options come to. */
export interface VendorSettings {
  readonly baseUrl: string;
  readonly timeoutMs: number;
}
