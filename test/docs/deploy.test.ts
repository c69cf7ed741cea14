import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readSearchSetting } from "dragline/search";
import { describe, expect, it } from "vitest";
import { serve } from "../served.ts";
import { manifest, documentText } from "../sources.ts";

const run = promisify(execFile);
const section =
  documentText("docs/service/deploy.md").split("### Deployment")[1]?.split("\n## ")[0] ?? "";
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? "";
const dockerfile = block("dockerfile");
const unit = block("ini");

/** What is another machine's about a command: its address, its ports, its folder. */
function here(argv: readonly string[], folder: string): string[] {
  const own: Readonly<Record<string, string>> = {
    "--host": "127.0.0.1",
    "--port": "0",
    "--metrics-port": "0",
    "--data": folder,
  };
  return argv.map((word, at) => own[argv[at - 1] ?? ""] ?? word);
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-deploy-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("documents: the image", () => {
  const [program, ...argv] = JSON.parse(
    /^ENTRYPOINT (.+)$/m.exec(dockerfile)?.[1] ?? "[]",
  ) as string[];
  const health = JSON.parse(/^ {2}CMD (.+)$/m.exec(dockerfile)?.[1] ?? "[]") as string[];

  it(
    "starts, is healthy, and stops with 0 when it is told to",
    () =>
      inFolder(async (folder) => {
        expect(program).toBe("dragline");
        const service = await serve(here(argv, folder), folder);
        const [, ...probe] = health.map((word) =>
          word.replace("http://127.0.0.1:3000", service.origin),
        );
        expect(probe.join(" ")).toContain(service.origin);
        await run(process.execPath, probe);
        const metrics = await fetch(`${service.metrics}/metrics`);
        expect(await metrics.text()).toContain("process_resident_memory_bytes");
        expect((await fetch(`${service.metrics}/ready`)).status).toBe(200);
        expect(await service.stop()).toBe(0);
      }),
    60_000,
  );

  it("tells Docker of a service that is not there", async () => {
    const [, ...probe] = health.map((word) => word.replace("127.0.0.1:3000", "127.0.0.1:1"));
    await expect(run(process.execPath, probe)).rejects.toMatchObject({ code: 1 });
  });

  it("is built with commands and packages that the package has", () => {
    expect(Object.keys(manifest.scripts)).toContain("build");
    const [, installed = ""] = /dragline\.tgz (.+) \\$/m.exec(dockerfile) ?? [];
    for (const name of installed.split(" ")) {
      expect(Object.keys(manifest.peerDependencies)).toContain(name);
    }
  });
});

describe("documents: the unit", () => {
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(" ") ?? [];

  it(
    "starts a service that stops with 0",
    () =>
      inFolder(async (folder) => {
        expect(command[0]).toMatch(/\/dragline$/);
        const service = await serve(here(command.slice(1), folder), folder);
        expect((await fetch(`${service.origin}/v1/health`)).status).toBe(200);
        expect(await service.stop()).toBe(0);
      }),
    60_000,
  );

  it("is one that systemd understands", async () => {
    for (const line of unit.split("\n")) {
      expect(line).toMatch(/^(?:#.*|\[(?:Unit|Service|Install)\]|[A-Z][A-Za-z]+=.*|)$/);
    }
    const names = [...unit.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(names).toContain("ExecStart");
    expect(new Set(names.filter((name) => name !== "Environment")).size).toBe(
      names.filter((name) => name !== "Environment").length,
    );
  });
});

describe("documents: the composition", () => {
  const composition = block("yaml");

  it("names a search that the service understands, by the profile of SearXNG", () => {
    const [, setting = ""] = /COMPOSE_PROFILES:\+([^}]+)\}/.exec(composition) ?? [];
    expect(setting).toBe("searxng:http://searxng:8080");
    const { providers } = readSearchSetting(setting);
    expect(providers.map(({ name }) => name)).toEqual(["searxng"]);
  });

  it("enables the format without which SearXNG answers 403", () => {
    expect(composition).toMatch(/^ {8}formats: \[html, json\]$/m);
    expect(composition).toContain("/etc/searxng/settings.yml");
  });

  it("keeps what the image keeps", () => {
    expect(composition).toContain("dragline-data:/data");
    expect(dockerfile).toContain("VOLUME /data");
  });
});
