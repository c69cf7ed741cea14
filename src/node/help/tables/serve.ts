import { DATA_FOLDER } from "../../default-places.ts";
import { modelVariables, searchVariables } from "../environment.ts";
import { choice, grouped, list, option, toggle } from "../flag.ts";
import type { CommandHelp } from "../help-page.ts";

const flags = {
  port: option("N", "listen on this port; 0 for any free port", "3000"),
  host: option("HOST", "listen on this address", "127.0.0.1"),
  data: option("DIR", "the folder for all data; it is created if it does not exist", DATA_FOLDER),
  "public-url": option("URL", "the address that clients use, for URLs in answers"),
  "trust-proxy": list("ADDR", "trust the header X-Forwarded-For of this proxy"),
  "no-dashboard": toggle("do not serve the dashboard, which is at / otherwise"),
  "dashboard-port": option("P", "serve the dashboard on this port, on the same host, and not at /"),
  "no-mcp": toggle("do not offer tools for models at /mcp"),
  "metrics-port": option("P", "serve /metrics and /ready on this port, on the same host"),
  ...grouped("Jobs", {
    workers: option(
      "N",
      "scrapes at the same time, 1 to 1000; a quarter of that for crawls and maps",
      "16",
    ),
    "no-worker": toggle("only accept requests; another process runs the jobs"),
    "worker-only": toggle("only run jobs"),
    engine: choice(
      ["NAME", "http", "auto"],
      "http for HTTP alone, auto to use a browser where a page needs it",
      "auto",
    ),
    catalog: list(
      "DIR",
      "also use the actions of this catalog folder; it is read again when a file changes",
    ),
    "no-index": toggle("do not keep pages for POST /v1/search"),
    "visibility-synthesis": toggle(
      "let the model write one short answer from all answers of an AI Visibility search",
    ),
  }),
  ...grouped("Webhooks", {
    "standard-webhooks": toggle(
      "also send the headers of Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature",
    ),
    "header-prefix": option("PREFIX", "what the service's own headers begin with", "X-Service-"),
  }),
  ...grouped("Access and limits", {
    "allow-host": list("HOST", "allow scrapes of a host that is not public"),
    "allow-callback-host": list("HOST", "allow webhooks to a host that is not public"),
    "cors-origin": list(
      "ORIGIN",
      "let pages of this website, such as https://app.example, call the API from a browser; * for all",
    ),
    browsers: option("N", "browser connections of one account at the same time, 1 to 1000", "5"),
    "devtools-version": toggle(
      "answer /v1/browser-connect/json/version, for clients that ask for it",
    ),
    "devtools-root": toggle("answer /json/version and /json/list too, as Chromium does"),
    "trial-credits": option(
      "N",
      "credits that one address may spend without a key in 24 hours; 0 turns this off",
      "10",
    ),
    "sign-up-url": option("URL", "the page for people without a key"),
    "min-free-mb": option(
      "N",
      "megabytes that must be free on the disks for data and temporary files; with less, new work is refused with 503",
      "537",
    ),
    "max-data-mb": option(
      "N",
      "megabytes that the data folder may take; with more, new work is refused with 503",
      "no limit",
    ),
  }),
};

/** The table of `dragline serve`. */
export const serveHelp: CommandHelp<typeof flags> = {
  name: "serve",
  usage: ["[OPTIONS]"],
  purpose: [
    "Serves the web-data API: scrapes, maps, crawls, search, monitors, webhooks.",
    "All data is kept in one folder, unless the environment names servers for it. The log goes to stdout: as text on a terminal, otherwise as JSON lines.",
    "SIGTERM or SIGINT ends the service when running requests and jobs have ended, after 10 seconds at most; unfinished jobs go back to the queue. A second signal ends it at once.",
  ],
  flags,
  sections: [
    {
      title: "Environment",
      rows: [
        [
          "DRAGLINE_API_KEY",
          "the key of the first account; without it, a key is created and shown once",
        ],
        [
          "DRAGLINE_OWNER_PASSWORD",
          "the password, 12 characters or more, with which the owner signs in to the dashboard and sees all accounts; without it, people sign in with an API key alone",
        ],
        [
          "DRAGLINE_SEAL_KEYS",
          "the keys that encrypt secrets, as id:base64, separated by commas, newest first; without it, the file seal.keys is created in the data folder. Keep a copy",
        ],
        ["DATABASE_URL", "PostgreSQL for records, limits and the index of pages"],
        ["REDIS_URL", "Redis for the queue and limits"],
        [
          "S3_BUCKET",
          "a bucket for files, with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY",
        ],
        ["SMTP_URL", "the server that sends alerts by e-mail, smtp:// or smtps://"],
        ["MAIL_FROM", "the sender of these e-mails"],
        ...modelVariables,
        ...searchVariables,
      ],
      text: [
        "The model writes summaries, finds values that pages do not label, judges changes (aiMode), writes reports and does tasks in a browser (POST /ai/evaluate). Without DRAGLINE_SEARCH, POST /search finds the pages that the account scraped, crawled and monitors.",
      ],
    },
  ],
  examples: [["dragline serve --port 8080", "serve at http://127.0.0.1:8080"]],
  exitCodes: {
    0: "a signal ended it",
    1: "it could not start or continue",
    2: "the command line is wrong",
  },
};
