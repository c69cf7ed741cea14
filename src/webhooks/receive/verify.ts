import { checkArgument } from "../../core/index.ts";
import { readBody, streamChunks } from "./verify-body.ts";
import { verifyDelivery, type UnverifiedDelivery } from "./verify-delivery.ts";
import type { Verification } from "./verify-result.ts";
import { verifyRules, type VerifyOptions, type VerifyRules } from "./verify-rules.ts";
import { WebhookError } from "../webhook-error.ts";

/**
 * Says whether a delivery was signed with one of the secrets, by the service or by a sender of
 * Standard Webhooks 1.0. All secrets are compared in constant time. A bad delivery is a value that
 * says why, never an error; the reason is for the receiver's log.
 * @param request its body is read, and must not have been read before
 * @param secrets one, or all that are valid at present: the new and the old while they are rotated
 * @throws CoreError `INVALID_OPTION`; WebhookError `INVALID_SECRET`, `BODY_CONSUMED`
 * @example
 * ```ts
 * import { verify } from "dragline/webhooks";
 *
 * export async function POST(request: Request): Promise<Response> {
 *   const verdict = await verify(request, process.env["WEBHOOK_SECRET"] ?? "");
 *   if (!verdict.valid) return new Response(null, { status: 401 });
 *   console.log(verdict.event, verdict.json);
 *   return new Response(null, { status: 204 });
 * }
 * ```
 */
export function verify(
  request: Request,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): Promise<Verification>;
/**
 * The same of a delivery whose body is at hand, at once.
 * @throws CoreError `INVALID_OPTION`; WebhookError `INVALID_SECRET`
 */
export function verify(
  delivery: UnverifiedDelivery,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): Verification;
export function verify(
  input: Request | UnverifiedDelivery,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): Promise<Verification> | Verification {
  checkArgument("delivery of verify(delivery, secrets)", input, "object");
  if (isRequest(input)) return verifyRequest(input, () => verifyRules(secrets, options));
  return verifyDelivery(input, verifyRules(secrets, options));
}

function isRequest(input: Request | UnverifiedDelivery): input is Request {
  return "arrayBuffer" in input && typeof input.arrayBuffer === "function";
}

async function verifyRequest(
  request: Request,
  makeRules: () => VerifyRules,
): Promise<Verification> {
  const rules = makeRules();
  if (request.bodyUsed) throw bodyConsumed();
  const read = await readBody(streamChunks(request.body), rules.maxBytes);
  if ("reason" in read) return { valid: false, reason: read.reason };
  return verifyDelivery({ headers: request.headers, body: read.bytes }, rules);
}

/** The error of a body that something else has read. */
export function bodyConsumed(): WebhookError {
  return new WebhookError("BODY_CONSUMED", {
    message:
      "The body of the delivery was read before it could be verified, and its exact bytes are lost: " +
      "mount the receiver before any body parser, or let the parser keep them as 'rawBody'.",
  });
}
