import { setTimeout as pause } from "node:timers/promises";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { connect, cpuSeconds, withEndpoint, type CdpClient } from "../cdp-run.ts";

/**
 * What recording adds to the processor time of a page that moves all the time, all processes
 * counted: the recorder with its encoding, and a continuous screencast whose pictures the client
 * throws away. Seconds of page in an added second of processor time; at least 2 is wanted.
 */
const benchmark: BenchmarkCase = {
  unit: "s/CPU s",
  ratios: { "dragline/screencast": ["dragline", "continuous screencast"] },
  variants: {
    dragline: (size) => added("recorder", size),
    "continuous screencast": (size) => added("screencast", size),
  },
};

const page =
  "data:text/html,<style>@keyframes x{to{transform:translate(80vw,80vh) rotate(1turn);background:blue}}" +
  "div{width:20vw;height:20vh;background:red;animation:x 2s infinite alternate}</style><div></div>";

async function added(way: "recorder" | "screencast", size: BenchmarkSize): Promise<number> {
  const seconds = size === "smoke" ? 2 : 10;
  const [plain, recorded] = [
    await spent("unrecorded", seconds),
    await spent(way === "recorder" ? "recorder" : "screencast", seconds),
  ];
  return seconds / Math.max(recorded - plain, 0.01);
}

async function spent(
  way: "unrecorded" | "recorder" | "screencast",
  seconds: number,
): Promise<number> {
  const kind = way === "recorder" ? "dragline" : "dragline, unrecorded";
  return await withEndpoint(kind, async (url, pid) => {
    const client = await connect(url);
    await client.open();
    await client.goto(page);
    if (way === "screencast") await screencast(client);
    await pause(1500);
    const before = cpuSeconds(pid);
    for (let at = 0; at < seconds; at += 1) {
      await pause(1000);
      await client.send("Runtime.evaluate", { expression: "1" });
    }
    const used = cpuSeconds(pid) - before;
    await client.close();
    return used;
  });
}

async function screencast(client: CdpClient): Promise<void> {
  client.onevent = (method, { sessionId }) => {
    if (method === "Page.screencastFrame") {
      void client.send("Page.screencastFrameAck", { sessionId });
    }
  };
  await client.send("Page.startScreencast", { format: "jpeg", quality: 60 });
}

export default benchmark;
