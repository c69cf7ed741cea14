import { sign } from "../../webhooks/index.ts";
import { deliveryHeaders, envelope, failureTexts } from "../../webhooks/internal.ts";
import type { Json } from "../../storage/index.ts";
import { noticeJson } from "../notices/check-notice.ts";
import { NotifierError } from "../notifier-error.ts";
import type { Sent } from "./sent.ts";
import { unfit, type Letter, type Receiver, type Service } from "./service.ts";

/** The `type` of a body with several notices. */
const DIGEST = "notice.digest";

const form = {
  title: "a webhook",
  schemes: ["https", "http", "jsons", "json"],
  forms: ["https://HOST/PATH", "https://HOST/PATH#SIGNING_SECRET"],
} as const;

/** Headers as the webhooks of Dragline have them by default, and those of Standard Webhooks. */
const headerOptions = Object.freeze({
  headerPrefix: "X-Service-",
  userAgent: "Service-Webhooks/1",
  standardHeaders: true,
});

/** Signed webhooks, as `dragline/webhooks` sends and verifies them. */
export const webhook: Service = {
  ...form,
  read({ text }, { secret: otherwise }) {
    const url = URL.parse(text.replace(/^json(s?):/i, "http$1:"));
    if (url === null) throw unfit(form, "it is not a URL");
    if (url.username !== "" || url.password !== "") {
      throw unfit(form, "it has no user name or password; it is signed instead");
    }
    const secret = url.hash === "" ? otherwise : secretOf(url.hash.slice(1));
    if (secret === undefined) throw unfit(form, "without a secret it cannot be signed");
    url.hash = "";
    return {
      label: `webhook at ${url.host}`,
      url,
      secrets: [secret, url.search.slice(1), url.pathname],
      send: async (letter, { webhooks, clock }, signal) => {
        const { type, body } = bodyOf(letter);
        const signature = sign(body, secret);
        const facts = { id: letter.id, event: type, body, signature, secret };
        const headers = deliveryHeaders(facts, clock.now(), headerOptions);
        return sentBy(await webhooks.send({ url: url.href, headers, body }, signal));
      },
    } satisfies Receiver;
  },
};

/** What programs get: one notice as its event, several as a digest. The same on every attempt. */
export function bodyOf({ id, notices, createdAt }: Letter): {
  readonly type: string;
  readonly body: Uint8Array;
} {
  const [first, ...others] = notices;
  const isOne = first !== undefined && others.length === 0;
  const type = isOne ? first.type : DIGEST;
  const data = isOne
    ? (noticeJson(first) as { readonly [key: string]: Json })
    : { notices: notices.map(noticeJson) };
  return { type, body: envelope({ type, data }, { id, createdAt }) };
}

function secretOf(hash: string): string {
  try {
    const secret = decodeURIComponent(hash);
    sign("", secret);
    return secret;
  } catch (cause) {
    throw new NotifierError("INVALID_TARGET", {
      message: "The signing secret behind the '#' of a webhook must have 1 to 1024 characters.",
      cause,
    });
  }
}

function sentBy(
  result: Awaited<ReturnType<Parameters<Receiver["send"]>[1]["webhooks"]["send"]>>,
): Sent {
  const { failure, httpStatus, retryAfterMs } = result;
  const status = httpStatus ?? 0;
  const isRefused = failure === "status" && status >= 400 && status < 500;
  const permanent = result.permanent || (isRefused && status !== 408 && status !== 429);
  const told =
    failure === "status" ? `the receiver answered ${status}` : failure && failureTexts[failure];
  return { failure: told, permanent, httpStatus, retryAfterMs };
}
