import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../../sources.ts";
import { accessTo } from "./azure-cloud.ts";

it("without its packages a call is SOURCE_NOT_AVAILABLE and names them; settings are told even so", async () => {
  const script = `
    import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) {
      if (!name.startsWith("@azure/")) return next(name, context);
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    } });
    const { createAzureKeyVault } = await import("dragline/vault");
    const vault = createAzureKeyVault();
    const access = ${JSON.stringify(accessTo())};
    vault.configOf(access);
    const call = { signal: new AbortController().signal };
    const { code, message } = await vault.verify(access, call).catch((error) => error);
    console.log(JSON.stringify({ code, message }));`;
  const args = ["--conditions=dragline-source", "--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(JSON.parse(stdout)).toEqual({
    code: "SOURCE_NOT_AVAILABLE",
    message: expect.stringContaining("npm install @azure/keyvault-secrets @azure/identity"),
  });
});
