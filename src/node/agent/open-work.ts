import { openPageTools, type PageTools, type Secrets } from "../../agent/index.ts";
import { createBrowser } from "../../browser/index.ts";
import type { Disposer } from "../../core/index.ts";
import { requestPart } from "../request-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { reachOf, type AgentFlags } from "./agent-flags.ts";

/** A page with its tools, and what ends the work on it. */
interface OpenedWork {
  readonly work: PageTools;
  readonly signal: AbortSignal;
}

/** What a page is opened for. */
interface WorkParts {
  readonly values: AgentFlags;
  readonly terminal: Terminal;
  readonly secrets: Secrets;
  /** Closes the page and the browser. */
  readonly owned: Disposer;
}

/** Opens a browser with a page that a task can be done on. @throws UsageError; BrowserError */
export async function openWork(
  url: string,
  { values, terminal, secrets, owned }: WorkParts,
): Promise<OpenedWork> {
  const reach = reachOf(values);
  const { proxies, allow } = requestPart(values);
  const proxy = await proxies?.proxyFor({ url: new URL(url), country: "us", session: "agent" });
  const browser = owned.add(createBrowser({}, { allow }));
  const lease = owned.add(await browser.lease({ url, proxy, signal: terminal.signal }));
  const work = owned.add(await openPageTools(lease.page, { start: url, reach, secrets }));
  return { work, signal: AbortSignal.any([terminal.signal, lease.signal]) };
}
