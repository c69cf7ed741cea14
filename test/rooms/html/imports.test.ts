import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

describe("import of dragline/html", () => {
  it("loads no package but domhandler, its types and entities", () => {
    const script = `
      import { registerHooks } from "node:module";
      const packages = new Set();
      registerHooks({
        resolve(specifier, context, next) {
          const found = next(specifier, context);
          const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(found.url)?.[1];
          if (name) packages.add(name);
          return found;
        },
      });
      await import("dragline/html");
      console.log(JSON.stringify([...packages].sort()));`;
    const output = execFileSync(
      process.execPath,
      ["--conditions=dragline-source", "--input-type=module", "--eval", script],
      { encoding: "utf8" },
    );
    expect(JSON.parse(output)).toEqual(["domelementtype", "domhandler", "entities"]);
  });
});
