import { rename, rm, writeFile } from "node:fs/promises";

/**
 * Writes a file so that nobody ever sees half of it: into a neighbour first, then renamed.
 * @throws Error that names the file and the reason
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  try {
    await writeFile(partial, text);
    await rename(partial, file);
  } catch (cause) {
    await rm(partial, { force: true });
    throw new Error(
      `cannot write ${file}: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}`,
      { cause },
    );
  }
}
