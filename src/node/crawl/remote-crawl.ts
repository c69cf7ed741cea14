import { collection, type Records } from "../../storage/index.ts";

/** A service's crawl whose pages an output takes. */
export interface RemoteCrawl {
  /** The service's address. */
  readonly service: string;
  /** The id of the crawl there. */
  readonly job: string;
  /** The places of the pages that are written. */
  readonly taken: readonly number[];
}

const remoteCrawlRows = collection({
  name: "remote_crawls",
  fields: { id: "string", service: "string", job: "string", taken: "json" },
  key: ["id"],
});

/** The name of the one crawl that an output holds. */
const ID = "cli";

/** The service's crawl that an output remembers; undefined for one of this machine. */
export async function remoteCrawlOf(
  records: Records | undefined,
  signal: AbortSignal,
): Promise<RemoteCrawl | undefined> {
  await records?.ensure([remoteCrawlRows], { signal });
  const [row] = (await records?.find(remoteCrawlRows, {}, { signal })) ?? [];
  // As rememberRemoteCrawl wrote it.
  return row && { ...row, taken: row.taken as readonly number[] };
}

/** Remembers in an output which crawl it takes, and how far it is; nothing without files. */
export async function rememberRemoteCrawl(
  records: Records | undefined,
  { service, job, taken }: RemoteCrawl,
  signal: AbortSignal,
): Promise<void> {
  if (records === undefined) return;
  await records.ensure([remoteCrawlRows], { signal });
  const found = await records.update(
    remoteCrawlRows,
    { where: { id: ID }, set: { taken } },
    { signal },
  );
  if (found.length > 0) return;
  await records.insert(remoteCrawlRows, [{ id: ID, service, job, taken }], { signal });
}
