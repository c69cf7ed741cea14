import { readFile } from "node:fs/promises";
import * as modules from "node:module";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { fileOfPackage, isDraglineError, isMissingPackage } from "../../../core/index.ts";
import { ServiceError } from "../../base/service-error.ts";

const decompress = promisify(brotliDecompress);

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
    const packed = await readFile(fileOfPackage(`./viewer/${name}.br`, import.meta.url), {
      signal,
    });
    return new Uint8Array(await decompress(packed));
  } catch (error) {
    signal.throwIfAborted();
    if (!isAbsent(error)) throw error;
  }
  return await readFile(packageFile(name), { signal });
}

function packageFile(name: string): string {
  try {
    return modules.createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    const message = "The API viewer is not installed; the OpenAPI document is at /openapi.json.";
    throw new ServiceError("NOT_FOUND", { message, cause });
  }
}

function isAbsent(error: unknown): boolean {
  return (
    isDraglineError(error, "INCOMPLETE_BUNDLE") ||
    (error instanceof Error && "code" in error && error.code === "ENOENT")
  );
}
