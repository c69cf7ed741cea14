import { CoreError } from "../../core/index.ts";
import { KeyRing } from "../../storage/sealing/index.ts";
import type { Environment } from "../examine/finding.ts";
import { UsageError } from "../terminal/terminal.ts";

/** A variable that names a server, and where that is, for messages; never its user or password. */
export interface ServerVariable {
  readonly url: string;
  /** `REDIS_URL (127.0.0.1:6379)` */
  readonly about: string;
  /** What one can do when the server is not there. */
  readonly remedy: string;
}

/** @throws UsageError that says what is expected, and what came */
export function databaseVariable(env: Environment): ServerVariable | undefined {
  const url = env["DATABASE_URL"];
  if (!url) return undefined;
  // The driver also takes a socket's path.
  const about = url.startsWith("/") ? "DATABASE_URL" : aboutOf("DATABASE_URL", url, POSTGRES);
  const remedy = "start that server or correct DATABASE_URL; without it, SQLite in --data is used";
  return { url, about, remedy };
}

/** @throws UsageError that says what is expected, and what came */
export function redisVariable(env: Environment): ServerVariable | undefined {
  const url = env["REDIS_URL"];
  if (!url) return undefined;
  const about = aboutOf("REDIS_URL", url, REDIS);
  const remedy =
    "start that server or correct REDIS_URL; without it, the queue is kept with the records";
  return { url, about, remedy };
}

/** What the bucket of the environment is reached with. */
export interface BucketVariables {
  readonly bucket: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string | undefined;
}

/** @throws UsageError that says what is missing or malformed */
export function bucketVariables(env: Environment): BucketVariables | undefined {
  const { S3_BUCKET: bucket = "", S3_ENDPOINT: endpoint = "" } = env;
  const given = S3_NEEDS.filter((name) => env[name]);
  if (bucket === "") {
    if (given.length === 0) return undefined;
    const remedy = "set that to the bucket's name, or unset both to keep files in --data";
    throw new UsageError(`${given[0]} needs S3_BUCKET: ${remedy}`);
  }
  const missing = S3_NEEDS.filter((name) => !env[name]);
  if (missing.length > 0) {
    const remedy = "set what is missing, or unset S3_BUCKET to keep files in --data";
    throw new UsageError(`S3_BUCKET needs ${missing.join(", ")}: ${remedy}`);
  }
  if (!BUCKET.test(bucket)) {
    const expected = "a bucket's name, 3 to 63 letters, digits, points and hyphens";
    throw new UsageError(`S3_BUCKET must be ${expected}; got ${bucket.length} characters`);
  }
  aboutOf("S3_ENDPOINT", endpoint, HTTP);
  return {
    bucket,
    endpoint,
    accessKeyId: env["S3_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["S3_SECRET_ACCESS_KEY"] ?? "",
    region: env["S3_REGION"],
  };
}

/** @throws UsageError that says what is wrong with which key; keys are not shown */
export function readKeyRing(name: string, text: string): KeyRing {
  try {
    return KeyRing.parse(text);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const expected =
      "id:base64 of 32 bytes for each key, the newest first, with commas between them";
    const example = `${name}=k1:$(openssl rand -base64 32)`;
    throw new UsageError(`${name} must be ${expected}; ${reasonIn(error)}. Make one: ${example}`);
  }
}

const reasonIn = ({ message }: Error): string => message.replace(/\.$/, "").replace(/^The/, "the");

const S3_NEEDS = ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
const BUCKET = /^[\w.-]{3,63}$/;
/** What a variable's URL begins with, and one of them. */
interface UrlKind {
  readonly protocols: readonly string[];
  readonly example: string;
}

const POSTGRES: UrlKind = {
  protocols: ["postgres:", "postgresql:"],
  example: "postgres://user:password@127.0.0.1:5432/database",
};
const REDIS: UrlKind = { protocols: ["redis:", "rediss:"], example: "redis://127.0.0.1:6379" };
const HTTP: UrlKind = {
  protocols: ["http:", "https:"],
  example: "https://s3.eu-central-1.amazonaws.com",
};

/** The variable with the host that it names. */
function aboutOf(name: string, text: string, { protocols, example }: UrlKind): string {
  const url = URL.parse(text);
  if (url !== null && protocols.includes(url.protocol)) {
    return url.host === "" ? name : `${name} (${url.host})`;
  }
  // Of what is no URL nothing is shown: it may be a password.
  const got =
    url === null || url.host === "" ? "text that is no such URL" : `a ${url.protocol}// URL`;
  const expected = protocols.map((protocol) => `${protocol}//`).join(" or ");
  throw new UsageError(
    `${name} must be a URL that begins with ${expected}; got ${got}. Example: ${example}`,
  );
}
