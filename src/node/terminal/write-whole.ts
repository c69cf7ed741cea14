import { rename, rm, stat, writeFile } from "node:fs/promises";
import { fileFailure } from "../input/file-failure.ts";

/**
 * Writes a file so that nobody ever sees half of it: into a neighbour first, then renamed. Devices and
 * pipes, such as `/dev/stdout`, are written to, not replaced.
 * @throws Error that names the file and the reason; what `content` throws
 */
export async function writeWhole(
  file: string,
  content: string | Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  try {
    const found = await stat(file).catch(() => undefined);
    const isStream = found !== undefined && !found.isFile() && !found.isDirectory();
    await writeFile(isStream ? file : partial, content);
    if (!isStream) await rename(partial, file);
  } catch (cause) {
    // A name that is too long can be removed no more than written.
    await rm(partial, { force: true }).catch(() => undefined);
    const { syscall } = cause as NodeJS.ErrnoException;
    // What has no system call behind it comes from the content.
    if (syscall === undefined) throw cause;
    throw new Error(fileFailure("write", file, cause), { cause });
  }
}
