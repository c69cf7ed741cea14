// docs/reference/errors.md: the codes of every room, failures of scrapes, statuses of the service.
import { errorTable } from "dragline";
import { scrapeFailures } from "dragline/scraper";
import { errorRules } from "../../src/service/http/error-rules.ts";
import { page, table } from "./page.ts";

export function errorsPage(): string {
  return page({
    title: "Errors",
    source: "`errorTable`, `scrapeFailures` and the service's table of statuses",
    introduction: [
      'Every error that Dragline throws is a `DraglineError` with a stable `code`, typed `details` and, where another error is underneath, a `cause`. Ask with `isDraglineError(error, "TIMEOUT")`, or with the function of one part, such as `isFetchError(error, "TIMEOUT")`; both also recognise errors of another copy of the package. When your own signal aborts a call, it throws the signal\'s reason, not an error of ours.',
      "The codes of each part, under the name that `errorTable` gives it, are in [Error codes](#error-codes). A scrape that fails is a value, not an error: see [Scrape failures](#scrape-failures). What the service answers over HTTP is in [HTTP statuses of the service](#http-statuses-of-the-service).",
    ],
    sections: [rooms(), failures(), statuses()],
  });
}

function rooms(): string {
  const parts = Object.entries(errorTable).map(
    ([room, codes]) => `#### ${room}\n\n${codeTable(codes)}`,
  );
  return ["## Error codes", ...parts].join("\n\n");
}

function failures(): string {
  const about =
    'A scrape that fails gives `{ status: "failed", code, error }`: `error` is a sentence for people and `code` is one of these.';
  return ["## Scrape failures", about, codeTable(scrapeFailures)].join("\n\n");
}

function codeTable(codes: Readonly<Record<string, string>>): string {
  return table(
    ["Code", "Meaning"],
    Object.entries(codes).map(([code, sentence]) => [`\`${code}\``, sentence]),
  );
}

function statuses(): string {
  const sentences: Readonly<Record<string, string>> = errorTable.service;
  const rows = Object.entries(errorRules)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, nested, retryAfter }]) => [
      String(status),
      `\`${code.toLowerCase()}\``,
      `\`${nested ?? code}\``,
      retryAfter === undefined ? "" : `${retryAfter} s`,
      sentences[code] ?? "",
    ]);
  const about =
    "The service answers an error as JSON with the code in lower case; the routes of Wire (`/wire/…`, `/wire-run`, `/legacy-wire/…`) nest it in `error`, in upper case. `Retry-After` is what a client is asked to wait unless the error knows a better time.";
  const head = ["Status", "Code", "Code under Wire", "Retry-After", "Meaning"];
  return ["## HTTP statuses of the service", about, table(head, rows)].join("\n\n");
}
