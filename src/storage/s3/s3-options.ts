import { checkNumber, CoreError, withDefaults } from "../../core/index.ts";

/** Which bucket, and how it is spoken to. */
export interface S3BlobsOptions {
  /** The store's http or https URL, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  /** The bucket's name. It must be there. */
  readonly bucket: string;
  /** The access key's public part. */
  readonly accessKeyId: string;
  /** The access key's secret part. */
  readonly secretAccessKey: string;
  /** The token of temporary credentials; none when empty. @default "" */
  readonly sessionToken?: string | undefined;
  /** The region that requests are signed for; `auto` for R2. @default "us-east-1" */
  readonly region?: string | undefined;
  /** Whether the bucket is a part of the host name instead of the path. @default false */
  readonly virtualHost?: boolean | undefined;
  /**
   * What all object names begin with: at most 200 letters, digits, `_`, `-` and, between them, `/`.
   * @default ""
   */
  readonly prefix?: string | undefined;
  /**
   * Bytes of a part of a large blob; from 5242880 to 1073741824. A put keeps one part in memory; a
   * blob has at most 10000.
   * @default 5242880
   */
  readonly partBytes?: number | undefined;
  /**
   * Milliseconds that a request to the store may take with all its attempts; from 1. A large blob is
   * several requests; reading a body is not counted.
   * @default 30000
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Milliseconds that a body that is being read may give nothing; from 1. @default 30000 */
  readonly stallTimeoutMs?: number | undefined;
}

/** Options with their defaults. */
export type S3Settings = {
  readonly [Name in keyof S3BlobsOptions]-?: NonNullable<S3BlobsOptions[Name]>;
};

const defaults: S3Settings = Object.freeze({
  endpoint: "",
  bucket: "",
  accessKeyId: "",
  secretAccessKey: "",
  sessionToken: "",
  region: "us-east-1",
  virtualHost: false,
  prefix: "",
  partBytes: 5_242_880,
  requestTimeoutMs: 30_000,
  stallTimeoutMs: 30_000,
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeS3Options(options: S3BlobsOptions): S3Settings {
  const settings = withDefaults<S3Settings>(defaults, options);
  check(isEndpoint(settings.endpoint), "endpoint", "an http or https URL without credentials");
  check(/^[\w.-]{3,63}$/.test(settings.bucket), "bucket", "a bucket's name");
  check(settings.accessKeyId !== "", "accessKeyId", "the id of an access key");
  check(settings.secretAccessKey !== "", "secretAccessKey", "the secret of an access key");
  check(/^[\w-]{1,64}$/.test(settings.region), "region", "a region's name");
  check(isPrefix(settings.prefix), "prefix", "names of letters, digits, _ and -, divided by /");
  checkNumber("partBytes", settings.partBytes, { min: 5_242_880, max: 1_073_741_824 });
  checkNumber("requestTimeoutMs", settings.requestTimeoutMs, { min: 1 });
  checkNumber("stallTimeoutMs", settings.stallTimeoutMs, { min: 1 });
  return settings;
}

/** The names of all options; what stands where collaborators stand is told apart by them. */
export const s3OptionNames: object = defaults;

function isEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  const bare = url !== null && url.username + url.password + url.search + url.hash === "";
  return bare && ["http:", "https:"].includes(url.protocol);
}

function isPrefix(prefix: string): boolean {
  return prefix.length <= 200 && /^(?:[\w-]+\/)*[\w-]*$/.test(prefix);
}

/** The values may be secrets, so the message does not show them. */
function check(fits: boolean, option: string, expected: string): void {
  if (fits) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option '${option}' must be ${expected}.`,
    details: { option },
  });
}
