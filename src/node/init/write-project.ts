import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileFailure } from "../input/file-failure.ts";
import { UsageError } from "../terminal/terminal.ts";
import { version } from "../version.ts";
import type { Template } from "./templates.ts";

/**
 * Writes a project into a folder, which is made when it is not there: all of it or nothing, and over no
 * file that is there.
 * @returns the names of the files
 * @throws UsageError where a file is there already; Error that names what cannot be written
 */
export async function writeProject(folder: string, template: Template): Promise<string[]> {
  const files = filesOf(basename(resolve(folder)), template);
  for (const name of Object.keys(files)) {
    if (await isThere(join(folder, name))) {
      throw new UsageError(`${join(folder, name)} is there already; nothing was written`);
    }
  }
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new Error(fileFailure("write", folder, cause), { cause });
  });
  const written: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    try {
      await writeFile(path, content, { flag: "wx" });
      written.push(path);
    } catch (cause) {
      await Promise.all(written.map((each) => rm(each, { force: true })));
      throw new Error(fileFailure("write", path, cause), { cause });
    }
  }
  return Object.keys(files);
}

/** A link that leads nowhere is there, too. */
async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function filesOf(
  name: string,
  { main, start = "node main.js", config, ignored }: Template,
): Readonly<Record<string, string>> {
  const manifest = {
    name: packageName(name),
    version: "1.0.0",
    private: true,
    type: "module",
    engines: { node: ">=22.19" },
    scripts: { start, doctor: "dragline doctor", key: "dragline keys create" },
    dependencies: { dragline: `^${version}` },
  };
  return {
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "main.js": main,
    "dragline.config.js": `import { defineConfig } from "dragline/node";\n\nexport default defineConfig(${config});\n`,
    ".gitignore": ["node_modules/", ...ignored, ""].join("\n"),
  };
}

/** A folder's name as one that npm takes. */
function packageName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z\d._-]+/g, "-")
    .replaceAll(/^[._-]+|-+$/g, "")
    .slice(0, 200);
  return plain === "" || plain === "node_modules" || plain === "dragline" ? "my-dragline" : plain;
}
