import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { createHash } from "node:crypto";

/** The key that the stub knows. */
export const credentials = Object.freeze({
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
});

/** The region that the stub is in. */
export const region = "eu-test-1";

/** A request as it came. */
export interface Signed {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const signer = new SignatureV4({
  service: "s3",
  region,
  credentials,
  sha256: Sha256,
  uriEscapePath: false,
  applyChecksum: false,
});

/** What is wrong with a request's signature, as an S3 error code; undefined when nothing is. */
export async function signatureFault(request: Signed, now: number): Promise<string | undefined> {
  const { url, headers } = request;
  if (url.searchParams.has("X-Amz-Signature")) return presignedFault(request, now);
  if (headers["authorization"] === undefined) return "AccessDenied";
  return headerFault(request, now);
}

async function headerFault(request: Signed, now: number): Promise<string | undefined> {
  const { headers, body } = request;
  const given = /SignedHeaders=([^,]+), Signature=(.+)$/.exec(headers["authorization"] ?? "");
  const names = given?.[1]?.split(";") ?? [];
  const date = dateOf(headers["x-amz-date"] ?? "");
  if (!names.includes("host") || date === undefined) return "AccessDenied";
  if (Math.abs(date.getTime() - now) > 900_000) return "RequestTimeTooSkewed";
  const hash = createHash("sha256").update(body).digest("hex");
  if (headers["x-amz-content-sha256"] !== hash) return "XAmzContentSHA256Mismatch";
  const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? ""]));
  const expected = await signer.sign(
    { ...target(request), headers: signed, query: queryOf(request.url) },
    { signingDate: date },
  );
  const matches = expected.headers["authorization"] === headers["authorization"];
  return matches ? undefined : "SignatureDoesNotMatch";
}

async function presignedFault(request: Signed, now: number): Promise<string | undefined> {
  const { url, headers } = request;
  const date = dateOf(url.searchParams.get("X-Amz-Date") ?? "");
  const expiresIn = Number(url.searchParams.get("X-Amz-Expires"));
  if (date === undefined || !(expiresIn >= 1 && expiresIn <= 604_800)) return "AccessDenied";
  if (now >= date.getTime() + expiresIn * 1000) return "AccessDenied";
  const query = queryOf(url);
  for (const name of PRESIGNED) delete query[name];
  const expected = await signer.presign(
    {
      ...target(request),
      headers: { host: headers["host"] ?? "", "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
      query,
    },
    {
      signingDate: date,
      expiresIn,
      unhoistableHeaders: new Set(["x-amz-content-sha256"]),
      unsignableHeaders: new Set(["x-amz-content-sha256"]),
    },
  );
  const wanted = new URLSearchParams(expected.query as Record<string, string>);
  wanted.sort();
  const given = new URLSearchParams(url.searchParams);
  given.sort();
  return wanted.toString() === given.toString() ? undefined : "SignatureDoesNotMatch";
}

const PRESIGNED = [
  "X-Amz-Algorithm",
  "X-Amz-Credential",
  "X-Amz-Date",
  "X-Amz-Expires",
  "X-Amz-SignedHeaders",
  "X-Amz-Signature",
];

/** S3 reads the path, and signs it as RFC 3986 writes it. */
function target({ method, url }: Signed): {
  method: string;
  protocol: string;
  hostname: string;
  path: string;
} {
  const decoded = decodeURIComponent(url.pathname);
  const path = [...Buffer.from(decoded)].map(escaped).join("");
  return { method, protocol: url.protocol, hostname: url.hostname, path };
}

function escaped(byte: number): string {
  const letter = String.fromCharCode(byte);
  if (/[\w.~/-]/.test(letter)) return letter;
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

function queryOf(url: URL): Record<string, string> {
  return Object.fromEntries(url.searchParams);
}

function dateOf(text: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
