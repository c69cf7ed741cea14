import type { BenchmarkCase, BenchmarkSize } from "../case.ts";
import { connect, withEndpoint, type EndpointKind } from "../cdp-run.ts";

/** Screenshots (PNG, 1366 pixels wide) one after the other, of a page of gradients. */
const benchmark: BenchmarkCase = {
  unit: "screenshots/s",
  ratios: {
    "dragline/direct": ["dragline", "direct"],
    "dragline/ws relay": ["dragline", "ws relay"],
  },
  variants: {
    dragline: (size) => screenshots("dragline", size),
    direct: (size) => screenshots("direct", size),
    "ws relay": (size) => screenshots("ws relay", size),
  },
};

const page =
  "data:text/html,<body style='height:100vh;background:repeating-conic-gradient(red,blue 7deg,lime 9deg)'>";

async function screenshots(kind: EndpointKind, size: BenchmarkSize): Promise<number> {
  const count = size === "smoke" ? 3 : 50;
  return await withEndpoint(kind, async (url) => {
    const client = await connect(url);
    await client.open();
    await client.goto(page);
    for (let at = 0; at < count / 4; at += 1) await client.send("Page.captureScreenshot");
    const begun = performance.now();
    for (let at = 0; at < count; at += 1) {
      const { data } = await client.send("Page.captureScreenshot");
      if (String(data).length < 1000) throw new Error("no screenshot came");
    }
    const seconds = (performance.now() - begun) / 1000;
    await client.close();
    return count / seconds;
  });
}

export default benchmark;
