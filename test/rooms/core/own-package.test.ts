import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileOfPackage, loadDependency } from "../../../src/core/own-package.ts";

let folder: string;
/** A bundle beside which the package is installed, and one beside which it is not. */
let near: string;
let alone: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-bundle-"));
  const installed = join(folder, "app", "node_modules", "dragline");
  const dependency = join(installed, "node_modules", "made-dependency");
  await mkdir(join(installed, "dist"), { recursive: true });
  await mkdir(dependency, { recursive: true });
  await writeFile(join(installed, "package.json"), '{"name":"dragline"}');
  await writeFile(join(installed, "dist", "made-worker.js"), "");
  await writeFile(join(dependency, "index.js"), "exports.loads = (exports.loads ?? 0) + 1;");
  near = pathToFileURL(join(folder, "app", "out", "bundle.js")).href;
  alone = pathToFileURL(join(folder, "other", "bundle.js")).href;
});

afterAll(async () => await rm(folder, { recursive: true }));

describe("fileOfPackage", () => {
  it("gives the file beside the code", () => {
    const file = fileOfPackage("./own-package.test.ts", import.meta.url);
    expect(file.href).toBe(import.meta.url);
  });

  it("gives that of the package where a bundle was made of the code", () => {
    const file = fileOfPackage("./made-worker.js", near);
    expect(existsSync(file)).toBe(true);
    expect(fileURLToPath(file)).toContain(join("dragline", "dist", "made-worker.js"));
  });

  it.each(["a bundle that was moved away", "a bundle without an address"])(
    "says in one sentence what to do in %s",
    (which) => {
      const beside = which.includes("moved") ? alone : (undefined as unknown as string);
      expect(() => fileOfPackage("./no-worker.js", beside)).toThrow(
        expect.objectContaining({
          code: "INCOMPLETE_BUNDLE",
          message: expect.stringMatching(/^Dragline's file no-worker\.js is missing: .*external/),
        }),
      );
    },
  );
});

describe("loadDependency", () => {
  it("loads what the library has beside it", () => {
    expect(loadDependency("css-select", import.meta.url)).toHaveProperty("selectAll");
  });

  it("loads what the installed package has, for a bundle, once", () => {
    const first = loadDependency("made-dependency", near);
    expect(first).toEqual({ loads: 1 });
    expect(loadDependency("made-dependency", near)).toBe(first);
  });

  it("says in one sentence what to do where there is none", () => {
    expect(() => loadDependency("no-dependency", alone)).toThrow(
      expect.objectContaining({
        code: "INCOMPLETE_BUNDLE",
        message: expect.stringContaining("Dragline's dependency no-dependency is missing"),
      }),
    );
  });
});
