/**
 * A host that starts a browser, says so and then does what its argument says: `wait` for ever,
 * `exit` at once, or `throw`.
 */
import { createChromiumLauncher } from "../../../src/browser/chromium/chromium-launcher.ts";

const browser = await createChromiumLauncher().launch(AbortSignal.timeout(20_000));
const context = await browser.driver.createBrowserContext();
await context.newPage();
process.stdout.write(`${browser.pid}\n`);
process.stdin.once("data", () => {
  if (process.argv[2] === "exit") process.exit(3);
  if (process.argv[2] === "throw") throw new Error("nobody catches this");
});
