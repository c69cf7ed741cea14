import { withService } from "./service-run.ts";

// A service until its parent disconnects; sends its origin and key first, then its memory in bytes
// once a second.
await withService(async (origin, key) => {
  process.send?.({ origin, key });
  const timer = setInterval(() => process.send?.(process.memoryUsage.rss()), 1000);
  await new Promise((resolve) => process.once("disconnect", resolve));
  clearInterval(timer);
});
process.exit();
