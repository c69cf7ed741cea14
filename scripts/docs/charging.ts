// How the service charges, in words: no table of the code holds these rules.
import { table } from "./page.ts";

const rules: readonly (readonly [string, string])[] = [
  [
    "A job is submitted",
    "Its full price is deducted in the write that makes the job. With a lower balance the answer is 402 and nothing starts.",
  ],
  ["A job fails, or cannot be queued", "All of it is given back, once."],
  ["A cached page", "Costs nothing and needs no balance; it counts as a call."],
  ["A batch", "Costs the sum of its URLs that are not cached; each that fails is given back."],
  [
    "A crawl",
    "`maxPages` pages are deducted; at the end it costs the pages that were completed. One that fails costs nothing.",
  ],
  [
    "A summary or JSON that is not made",
    "Its surcharge is given back; the job is completed all the same.",
  ],
  [
    "An AI Visibility search",
    "One price for each source is deducted; sources that are not completed are given back.",
  ],
  [
    "A browser connection",
    "1 price when it opens and for each further 2 minutes that begin. It is closed when the balance is used up.",
  ],
  [
    "A check of a monitor",
    "Deducted when it begins and given back when it fails. With too low a balance the check is skipped and the monitor stays active.",
  ],
  [
    "A check of a monitor of an action, a Wire task, a run without a key",
    "The price of the action.",
  ],
  ["Logins, credentials, identities, webhooks, test alerts", "Free."],
];

/** The section of docs/reference/limits.md. */
export const charging = ["## How credits are charged", table(["What", "Credits"], rules)].join(
  "\n\n",
);
