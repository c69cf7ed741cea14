import { list, option, toggle } from "../flag.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { usualCodes, type VerbCommandHelp } from "../help-page.ts";

const flags = {
  port: option("N", "listen on this port; 0 for any free port", "8787"),
  host: option("HOST", "listen on this address", "127.0.0.1"),
  secret: list("S", "verify deliveries with this secret", "WEBHOOK_SECRET of the environment"),
  prefix: option("P", "the first part of the header names", "X-Service-"),
  fail: option("N", "answer the first N attempts of each delivery with 500, to see the retries"),
  json: toggle("print a line of JSON for each delivery"),
  ...remoteFlags,
};

const remote = ["port", "host", "prefix", "fail", "json"];

const verbs = {
  listen: {
    summary: "receive, verify and print webhooks",
    usage: ["[OPTIONS]"],
    purpose: [
      "Receives webhooks on this machine, verifies them and prints them, until Ctrl-C.",
      "A delivery with a valid signature is answered with 204, any other with 401. Signatures of Standard Webhooks are accepted too. Without a secret, deliveries are not verified. With --remote, the secret is that of your account at the service, which signs what goes to a webhook_url.",
    ],
    flags,
    remote,
  },
};

/** The table of `dragline webhooks`. */
export const webhooksHelp: VerbCommandHelp<typeof flags, typeof verbs> = {
  name: "webhooks",
  usage: [],
  purpose: ["Receives webhooks on this machine while you develop."],
  flags,
  remote,
  verbs,
  examples: [
    [
      "dragline webhooks listen --remote https://api.example",
      "verify with the secret of your account at a service",
    ],
  ],
  exitCodes: { 1: "it cannot listen on that address, or not reach the service", ...usualCodes },
};
