import { writeFileSync } from "node:fs";
import { chmod, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keptSecret, newSecret, openDataFolder } from "../../../../src/node/serve/store-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("openDataFolder", () => {
  it("makes the folder and those above it for this user alone", async () => {
    const folder = join(await temporaryFolder(), "a", "b");
    await openDataFolder(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await openDataFolder(folder);
  });

  it("says in one line why a folder cannot be", async () => {
    const file = join(await temporaryFolder(), "file");
    await writeFile(file, "");
    await expect(openDataFolder(join(file, "data"))).rejects.toThrow(
      /^cannot store data in .*\(ENOTDIR\); give --data a folder that this user may write$/,
    );
    await expect(openDataFolder(file)).rejects.toThrow("cannot store data in");
    await expect(openDataFolder("/proc/none/data")).rejects.toThrow("cannot store data in");
  });
});

describe("keptSecret", () => {
  it("makes a secret once, for this user alone, also of many at once", async () => {
    const folder = await temporaryFolder();
    const calls = Array.from({ length: 20 }, () => keptSecret(folder, "s", newSecret));
    const [first, ...others] = await Promise.all(calls);
    expect(Buffer.from(first ?? "", "base64")).toHaveLength(32);
    expect(new Set([first, ...others]).size).toBe(1);
    expect((await stat(join(folder, "s"))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["s"]);
    expect(await keptSecret(folder, "s", newSecret)).toBe(first);
  });

  it("takes what another process makes in between", async () => {
    const folder = await temporaryFolder();
    const make = (): string => {
      writeFileSync(join(folder, "s"), "other\n");
      return "mine";
    };
    expect(await keptSecret(folder, "s", make)).toBe("other");
    expect(await readdir(folder)).toEqual(["s"]);
  });

  it("refuses a file that was emptied instead of making another secret", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "s"), "\n");
    await expect(keptSecret(folder, "s", newSecret)).rejects.toThrow("is empty");
  });

  it("says in one line that a file is no file", async () => {
    const folder = await temporaryFolder();
    await expect(keptSecret(folder, ".", newSecret)).rejects.toThrow(/^cannot read .*\(EISDIR\)$/);
  });

  it("leaves no draft behind where it cannot be made", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    const making = keptSecret(folder, "sub/s", newSecret);
    await expect(making).rejects.toThrow("ENOENT");
    await chmod(folder, 0o700);
    expect(await readdir(folder)).toEqual([]);
  });
});
