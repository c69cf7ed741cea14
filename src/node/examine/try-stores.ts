import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemIds } from "../../core/index.ts";
import { collection, type Blobs } from "../../storage/index.ts";
import { FsBlobs } from "../../storage/fs/index.ts";
import { S3Blobs } from "../../storage/s3/index.ts";
import { SqliteRecords } from "../../storage/sqlite/index.ts";
import type { Environment } from "./finding.ts";

/** The file of records in a data folder. */
const DATABASE = "dragline.sqlite";

/** Milliseconds to wait for a bucket. */
const PATIENCE = 5000;

const notes = collection({
  name: "doctor",
  fields: { id: "string", text: "string" },
  key: ["id"],
});

/**
 * Writes, reads and deletes a record and a file in a data folder.
 * @throws what the folder does not allow
 */
export async function tryDataFolder(folder: string, signal: AbortSignal): Promise<string> {
  const trial = await mkdtemp(join(folder, ".doctor-"));
  try {
    await tryRecords(join(trial, DATABASE), signal);
    const signing = { baseUrl: "http://localhost", secrets: [systemIds.token(32)] };
    await using blobs = new FsBlobs({}, { folder: trial, ...signing });
    await tryBlobs(blobs, signal);
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
  const existing = join(folder, DATABASE);
  if (existsSync(existing)) checkDatabase(existing);
  const { bavail, bsize } = await statfs(folder);
  return `${folder}: records and files can be stored, ${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
}

async function tryRecords(path: string, signal: AbortSignal): Promise<void> {
  await using records = new SqliteRecords({}, { path });
  await records.ensure([notes], { signal });
  await records.insert(notes, [{ id: "1", text: "kept" }], { signal });
  const [row] = await records.find(notes, { where: { id: "1" } }, { signal });
  if (row?.text !== "kept") throw new Error("what was read is not what was written");
}

async function tryBlobs(blobs: Blobs, signal: AbortSignal): Promise<void> {
  const key = `dragline-doctor/${systemIds.uuid()}`;
  await blobs.put(key, Buffer.from("kept"), { signal });
  try {
    const blob = await blobs.get(key, { signal });
    const text = blob && (await new Response(blob.body).text());
    if (text !== "kept") throw new Error("what was read is not what was written");
  } finally {
    await blobs.remove(key, { signal });
  }
}

function checkDatabase(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const [row] = database.prepare("PRAGMA quick_check(1)").all();
    const said = String(row?.["quick_check"]);
    if (said !== "ok") throw new Error(`${path} is damaged: ${said}`);
  } finally {
    database.close();
  }
}

/**
 * Writes, reads and deletes an object in a bucket.
 * @throws what the bucket does not allow
 */
export async function tryBucket(
  env: Environment,
  bucket: string,
  signal: AbortSignal,
): Promise<string> {
  const endpoint = env["S3_ENDPOINT"] ?? "";
  await using blobs = new S3Blobs(
    {},
    {
      endpoint,
      bucket,
      region: env["S3_REGION"],
      accessKeyId: env["S3_ACCESS_KEY_ID"] ?? "",
      secretAccessKey: env["S3_SECRET_ACCESS_KEY"] ?? "",
      requestTimeoutMs: PATIENCE,
    },
  );
  await tryBlobs(blobs, signal);
  return `${bucket} at ${endpoint}: can be written, read and deleted from`;
}
