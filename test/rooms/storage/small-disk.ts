import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own with little space. */
export class SmallDisk implements Disposable {
  readonly folder: string;

  /** @param size as mount has it: `1m` */
  constructor(size: string) {
    this.folder = mkdtempSync(join(tmpdir(), "dragline-disk-"));
    const args = ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", this.folder];
    try {
      execFileSync("mount", args, { stdio: "ignore" });
    } catch (error) {
      rmdirSync(this.folder);
      throw error;
    }
  }

  /** Uses up the space. */
  async fill(): Promise<void> {
    const rest = writeFile(join(this.folder, "filler"), Buffer.alloc(64 * 1024 * 1024));
    await rest.catch(() => {});
  }

  /** Gives the space back. */
  free(): void {
    rmSync(join(this.folder, "filler"));
  }

  /** Allows writing or not. */
  remount(mode: "ro" | "rw"): void {
    execFileSync("mount", ["-o", `remount,${mode}`, this.folder]);
  }

  [Symbol.dispose](): void {
    execFileSync("umount", [this.folder]);
    rmdirSync(this.folder);
  }
}

/** Whether this user may mount file systems. */
export const canMount: boolean = mountable();

/** What the title of a test that mounts ends with: the reason where it is skipped. */
export const unlessMounted = canMount ? "" : " (skipped: this user may not mount a file system)";

function mountable(): boolean {
  if (process.platform !== "linux") return false;
  try {
    new SmallDisk("64k")[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}
