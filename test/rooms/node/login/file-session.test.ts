import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { FileSession } from "../../../../src/node/login/file-session.ts";

const { signal } = new AbortController();
let folder = "";

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("FileSession", () => {
  it("writes the state whole, for its user alone", async () => {
    folder = await mkdtemp(join(tmpdir(), "dragline-login-"));
    const path = join(folder, "state.json");
    const reserved = await new FileSession(path).reserve({ owner: "o", name: "n" });
    expect(await readdir(folder)).toEqual([]);
    const state = { cookies: [], origins: [] };
    expect(await reserved.save({ state }, { signal })).toMatchObject({ isSaved: true });
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(state);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["state.json"]);
  });

  it("says which file cannot be written", async () => {
    folder = await mkdtemp(join(tmpdir(), "dragline-login-"));
    const path = join(folder, "none", "state.json");
    const reserved = await new FileSession(path).reserve({ owner: "o", name: "n" });
    const saving = reserved.save({ state: { cookies: [], origins: [] } }, { signal });
    await expect(saving).rejects.toThrow(`cannot write ${path}: its folder does not exist`);
  });
});
