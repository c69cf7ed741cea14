import { promisify } from "node:util";
import { zstdCompress, zstdCompressSync, zstdDecompress } from "node:zlib";
import type { StorageState } from "../../browser/index.ts";

const compressLarge = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Bytes that are compressed at once: sending them to a thread takes longer. */
const SMALL = 65_536;

/** A state as bytes: its JSON, compressed. */
export async function packState(state: StorageState): Promise<Uint8Array> {
  const bytes = Buffer.from(JSON.stringify(state));
  return bytes.length <= SMALL ? zstdCompressSync(bytes) : compressLarge(bytes);
}

/** Undoes {@link packState}. The bytes come from a seal, so nobody else made them. */
export async function unpackState(bytes: Uint8Array): Promise<StorageState> {
  const text = (await decompress(bytes)).toString();
  return JSON.parse(text) as StorageState;
}
