import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { isMissingPackage } from "../../../core/index.ts";
import { ServiceError } from "../../base/service-error.ts";

const decompress = promisify(brotliDecompress);

/** Where the build puts the viewer's files, compressed: beside the code. */
const BUILT = new URL("./viewer/", import.meta.url);

/**
 * Reads one of the viewer's files: what the build has kept of it, or, where nothing was built, the
 * package's.
 * @param name one of the files of the page; not a client's own word
 * @throws ServiceError `NOT_FOUND` when neither is there; the signal's reason
 */
export async function docsFile(
  name: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const packed = await readFile(new URL(`${name}.br`, BUILT), { signal });
    return new Uint8Array(await decompress(packed));
  } catch (error) {
    signal.throwIfAborted();
    if (!isAbsent(error)) throw error;
  }
  return await readFile(packageFile(name), { signal });
}

function packageFile(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    const message = "The API viewer is not installed; the OpenAPI document is at /openapi.json.";
    throw new ServiceError("NOT_FOUND", { message, cause });
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
