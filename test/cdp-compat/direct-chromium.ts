import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumSwitches } from "../../src/browser/chromium/switches.ts";
import { testSwitches } from "../chromium.ts";

/** A browser whose CDP is reached by a WebSocket. */
export interface Endpoint extends AsyncDisposable {
  readonly webSocketUrl: string;
}

/** What stands between a page and the network, and what keeps the first window shut. */
const LEFT_OUT =
  /^--(?:remote-debugging-pipe|proxy-server|proxy-bypass-list|host-resolver-rules|no-startup-window)/;

/** Chromium with the switches of the proxy's own, on a port: what clients are measured against. */
export async function openDirectChromium(path: string): Promise<Endpoint> {
  const profile = await mkdtemp(join(tmpdir(), "dragline-test-direct-"));
  const switches = chromiumSwitches({
    identity: "natural",
    sandbox: false,
    windowSize: [1366, 850],
    platform: process.platform,
    extra: testSwitches,
  }).filter((text) => !LEFT_OUT.test(text));
  const child = spawn(
    path,
    [...switches, "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"], detached: true, env: { ...process.env, HOME: profile } },
  );
  const webSocketUrl = await listening(child);
  return {
    webSocketUrl,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      if (child.exitCode === null && child.signalCode === null) {
        process.kill(-(child.pid ?? 0), "SIGKILL");
        await ended;
      }
      child.stderr?.destroy();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", () => reject(new Error(`Chromium ended: ${text.slice(-500)}`)));
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      text = (text + part).slice(-4000);
      const url = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}
