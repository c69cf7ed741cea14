import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { newcomer, root } from "../../../sources.ts";
import { KEY } from "../../visibility/engine-formats.ts";
import { openRig, query, type VisibilityRig } from "./rig.ts";

/** The command as a process of its own, in the rig's folder. */
function start({ env, folder }: VisibilityRig) {
  const bin = [join(root, "src/node/bin.ts"), "visibility", query, "--watch", "1d"];
  const child = spawn(process.execPath, ["--conditions=dragline-source", ...bin], {
    cwd: folder,
    env: { ...env, ...newcomer(folder) },
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  /** Resolves when the stream has said the words. */
  const says = async (stream: "stdout" | "stderr", words: string): Promise<void> => {
    let said = "";
    for (;;) {
      const [chunk] = (await once(child[stream], "data")) as [Buffer];
      said += chunk.toString();
      if (said.includes(words)) return;
    }
  };
  return { child, ended, says };
}

async function keptLines({ folder }: VisibilityRig): Promise<string[]> {
  const [file = ""] = await readdir(join(folder, "dragline-visibility"));
  const kept = await readFile(join(folder, "dragline-visibility", file), "utf8");
  return kept.trimEnd().split("\n");
}

describe("dragline visibility", () => {
  it("loses no answer when it is killed half-way, and asks for the others alone", async () => {
    await using rig = await openRig("xai", "mistral");
    rig.servers.mistral.always = () => undefined;
    const killed = start(rig);
    await killed.says("stdout", "tower.example");
    await rig.servers.mistral.asked(1);
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(await keptLines(rig)).toHaveLength(1);

    rig.servers.mistral.always = undefined;
    const again = start(rig);
    await again.says("stderr", "asks again");
    again.child.kill("SIGINT");
    const [stdout, stderr, [code]] = await again.ended;
    expect(code).toBe(130);
    expect(stderr).toContain("asking Mistral\n");
    expect(stderr).not.toContain("dragline:");
    expect(stdout).toContain("  A Grok     answered\n  B Mistral  answered\n");
    expect(rig.servers.xai.asks).toHaveLength(1);
    const kept = await keptLines(rig);
    expect(kept).toHaveLength(2);
    expect(kept.join() + stdout + stderr).not.toContain(KEY);
  }, 60_000);

  it("goes on with the job that an engine has taken when it is killed", async () => {
    await using rig = await openRig("openai");
    const { openai } = rig.servers;
    openai.looks = Infinity;
    const killed = start(rig);
    // The second is a look at the job.
    await openai.asked(2);
    killed.child.kill("SIGKILL");
    await killed.ended;

    openai.looks = 0;
    const again = start(rig);
    await again.says("stderr", "asks again");
    again.child.kill("SIGINT");
    const [stdout, stderr] = await again.ended;
    expect(stdout).toContain("tower.example");
    expect(stderr).not.toContain("cannot be read");
    expect(openai.asks.filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(await keptLines(rig)).toHaveLength(2);
  }, 60_000);

  it("ends with 130 at Ctrl-C while an engine is waited for", async () => {
    await using rig = await openRig("mistral");
    rig.servers.mistral.always = () => undefined;
    const waiting = start(rig);
    await rig.servers.mistral.asked(1);
    waiting.child.kill("SIGINT");
    const [stdout, stderr, [code]] = await waiting.ended;
    expect([code, stdout]).toEqual([130, ""]);
    expect(stderr).toMatch(/^stored in dragline-visibility\/.*\nasking Mistral\n$/);
  }, 60_000);
});
