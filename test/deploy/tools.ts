import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** What a program printed, and how it ended. */
interface Ran {
  readonly code: number;
  readonly text: string;
}

/** Whether a program is installed here. */
export function isInstalled(name: string): boolean {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The title of a test that runs a program, with the reason where it is skipped. */
export function toolTitle(title: string, name: string): string {
  return isInstalled(name) ? title : `${title} (skipped: ${name} is not installed)`;
}

/** Runs a program to its end; `input` is its stdin. */
export function runTool(name: string, args: readonly string[], input = ""): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const path = `${process.env["PATH"] ?? ""}${delimiter}/usr/sbin`;
    const options = { env: { ...process.env, PATH: path }, maxBuffer: 16 * 1024 * 1024 };
    const child = execFile(name, [...args], options, (error, stdout, stderr) => {
      const code = error?.code ?? 0;
      if (typeof code === "number") resolve({ code, text: stdout + stderr });
      else reject(error);
    });
    child.stdin?.end(input);
  });
}

/** A folder of its own, for as long as `work` takes. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-deploy-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
