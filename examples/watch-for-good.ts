// Watches a page, keeps everything in ./watch, and notifies a webhook of each change:
//   node watch-for-good.ts https://shop.example/lamp https://hooks.example/changed
// #region program
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { createFetcher } from "dragline/fetcher";
import { createAcquirer, createMonitors, type CheckLedger } from "dragline/monitor";
import { createScraper } from "dragline/scraper";
import { FsBlobs } from "dragline/storage/fs";
import { SqliteRecords } from "dragline/storage/sqlite";
import { createWebhooks } from "dragline/webhooks";

const [, , url = "https://example.com/", hook = "https://hooks.example/changed"] = process.argv;
const every = Number(process.env["EVERY_MS"] ?? 3_600_000);
const secret = process.env["HOOK_SECRET"] ?? "whsec_a-secret-of-yours";
const allow = ["127.0.0.1"]; // private hosts that may be reached; [] for none

await mkdir("watch/blobs", { recursive: true });
const records = new SqliteRecords({}, { path: "watch/records.sqlite" });
// Blobs can give signed URLs; nobody asks for one here, so the secret need not last.
const secrets = [randomBytes(32).toString("hex")];
const blobs = new FsBlobs({}, { folder: "watch/blobs", baseUrl: "http://localhost/", secrets });

await using webhooks = createWebhooks({ records }, { allow });
const ledger: CheckLedger = {
  begin: async () => ({ credits: 0, operations: [], refusal: "" }),
  end: async ({ monitor, change }, { signal }) => {
    if (change === undefined) return { creditsUsed: 0, operations: [], isTold: false };
    const data = { url: monitor.url, diff: change.diff.type };
    const to = [{ url: hook, secret }];
    const event = { account: "me", type: "monitor.change", data, to };
    const { operations } = await webhooks.prepare(event, { signal });
    return { creditsUsed: 0, operations, isTold: true };
  },
  stored: () => webhooks.ring(),
};

await using fetcher = createFetcher({}, { allow });
await using scraper = createScraper({ fetcher });
const acquirer = createAcquirer({ scraper });
await using monitors = createMonitors({ acquirer, records, blobs, ledger });

// After a restart the monitor is there already: another `add` would be a second one.
const watched = await monitors.list();
if (!watched.some((monitor) => monitor.url === url)) {
  await monitors.add({ url, schedule: { every } });
}

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
const { signal } = stop;
await Promise.all([monitors.work({ signal }), webhooks.run({ signal })]);
// #endregion
