import type { Command } from "../command.ts";
import { modelHelp } from "../open-model.ts";
import { runService } from "../serve/run-service.ts";
import { searchHelp } from "../read-providers.ts";
import { serveFlags } from "../serve/serve-flags.ts";

const help = `Usage: dragline serve [OPTIONS]

Serves the web-data API: scrapes, maps, crawls, search, monitors, webhooks. Everything is kept in one
folder, unless the environment names servers.

  --port N                  where to listen (3000); 0 for any that is free
  --host HOST               the address to listen on (127.0.0.1)
  --data DIR                the folder of everything (./dragline-data); made if absent
  --public-url URL          the address that clients use, for URLs in answers
  --allow-host H            a host that may be scraped although it is not public; may be repeated
  --allow-callback-host H   the same for webhooks
  --trust-proxy ADDR        a proxy in front whose X-Forwarded-For is believed; may be repeated
  --workers N               scrapes at a time, 1 to 1000 (16); a quarter for crawls and maps
  --no-worker               take requests only; another process runs the jobs
  --worker-only             run jobs only
  --metrics-port P          serve /metrics and /ready there, on the same host
  --engine http|auto        HTTP alone, or a browser for pages that need one (auto)
  --browsers N              browser connections that an account may have at once, 1 to 1000 (5)
  --no-index                do not keep pages to be searched
  --visibility-synthesis    the model writes one short answer over those of an AI Visibility search
  --catalog DIR             actions of your own beside the built-in ones, read again when they change;
                            may be repeated
  --min-free-mb N           what must be free on the disks of data and temporary files (537);
                            below, new work is refused with 503
  --max-data-mb N           what the data folder may take (no limit); above, likewise
  --trial-credits N         what runs without a key may cost an address in 24 hours (10); 0: no such runs
  --sign-up-url URL         where a person without a key is sent
  --devtools-version        answer /v1/browser-connect/json/version, for clients that ask there

Environment:
  DRAGLINE_API_KEY     the first account's key; without one, one is made and shown once
  DRAGLINE_SEAL_KEYS   keys that secrets are encrypted with, as id:base64,… newest first;
                       without them, the folder's seal.keys is made. Keep a copy
  DATABASE_URL         PostgreSQL for records, limits, and pages to be searched
  REDIS_URL            Redis for the queue and limits
  S3_BUCKET            a bucket for files (S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID,
                       S3_SECRET_ACCESS_KEY)
  SMTP_URL             the server that sends alerts by e-mail, smtp:// or smtps://
  MAIL_FROM            the address that they come from
${modelHelp};
                       for summaries, values that pages do not label, aiMode, reports in
                       words of its own, and tasks in a browser (POST /ai/evaluate)
${searchHelp}.
                       Without it POST /search finds the pages that each account scraped, crawled
                       and monitors

The log goes to stdout: JSON lines, or text on a terminal. SIGTERM or SIGINT ends it when requests
and jobs under way have ended, at most 10 s later; jobs go back to the queue. A second signal ends
it at once.

Exit codes: 0 ended by a signal, 1 it cannot start or go on, 2 wrong usage.
`;

/** `dragline serve`: the service, in one process or several on the same stores. */
export const serve: Command = {
  help,
  run(args, terminal) {
    return runService(serveFlags(args), terminal);
  },
};
