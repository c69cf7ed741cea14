import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "../../sources.ts";
import { accessWith } from "./one-password.ts";

/** What a script prints as JSON in a process without the SDKs, in whose threads they are missing too. */
async function withoutSdks(script: string): Promise<unknown> {
  const missing = `
    import { registerHooks } from "node:module";
    globalThis.askedFor = [];
    registerHooks({ resolve(name, context, next) {
      if (!/^@(?:1password|azure)\\//.test(name)) return next(name, context);
      globalThis.askedFor.push(name);
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    } });`;
  const args = [
    "--conditions=dragline-source",
    `--import=data:text/javascript,${encodeURIComponent(missing)}`,
    "--eval",
    script,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout);
}

describe("dragline/vault", () => {
  it("loads no SDK by its import, nor by making the providers and telling settings", async () => {
    const script = `
      const { builtInVaults } = await import("dragline/vault");
      const [, onePassword] = builtInVaults();
      onePassword.configOf(${JSON.stringify(accessWith())});
      const before = [...globalThis.askedFor];
      await import("@1password/sdk").catch(() => {});
      console.log(JSON.stringify([before, globalThis.askedFor]));`;
    expect(await withoutSdks(script)).toEqual([[], ["@1password/sdk"]]);
  });

  it("says by a call which package of a vault is missing", async () => {
    const script = `
      const { builtInVaults } = await import("dragline/vault");
      const [azure, onePassword] = builtInVaults();
      const call = { signal: new AbortController().signal };
      const access = ${JSON.stringify(accessWith())};
      const { code, message } = await onePassword.verify(access, call).catch((error) => error);
      const types = [azure, onePassword].map(({ descriptor }) => descriptor.type);
      console.log(JSON.stringify({ code, message, types }));`;
    expect(await withoutSdks(script)).toEqual({
      code: "SOURCE_NOT_AVAILABLE",
      message: expect.stringContaining("npm install @1password/sdk"),
      types: ["cloud_key_vault", "password_vault"],
    });
  });
});
