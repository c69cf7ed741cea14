import type { S3BlobsOptions } from "dragline/storage/s3";

/** Where a process of the service under chaos finds what it needs. */
export interface ChaosPlace {
  readonly role: "api" | "worker";
  /** Addresses by the faulty ways. */
  readonly postgres: string;
  readonly redis: string;
  readonly s3: S3BlobsOptions;
  /** Schema in Postgres, and prefix in Redis. */
  readonly schema: string;
  /** Origin of the site. */
  readonly site: string;
}

/** What a process tells of its memory, in bytes. */
export type ChaosMemory = Readonly<
  Record<"rss" | "heapUsed" | "external" | "arrayBuffers", number>
>;
