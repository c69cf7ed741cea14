import { checkArgument, checkNumber, CoreError, withDefaults } from "../core/index.ts";
import { pickTools } from "./tools/pick-tools.ts";

/** How tools are offered. */
export interface McpOptions {
  /**
   * The tools that are offered, by their names or by the names of sets: `all`, `read`, `research`,
   * `sites`. A client of `fetch` may ask for fewer: `/mcp?tools=read`.
   * @default ["all"]
   */
  readonly tools?: readonly string[] | undefined;
  /**
   * The size of one result at most, as JSON, in characters; from 1,000 to 1,000,000. A call may ask for
   * another (`maxChars`).
   * @default 20000
   */
  readonly maxChars?: number | undefined;
  /**
   * How long one call waits for a job, in milliseconds, before it answers that the job goes on; from
   * 1,000. Clients give up after 60 s.
   * @default 45000
   */
  readonly waitMs?: number | undefined;
  /**
   * Websites whose pages may connect to `fetch` from a browser, as origins: `https://app.example`.
   * Those of this machine (`http://localhost:6274`) always may; programs send no origin.
   * @default []
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * Requests to `fetch` that one account may make in a minute, and one network without a key that is
   * valid: from 1, Infinity for no limit. More are answered 429, as by the API. The calls that tools
   * make count against the API's own limits besides.
   * @default 600
   */
  readonly requestsPerMinute?: number | undefined;
  /**
   * Proxies in front whose `X-Forwarded-For` is believed when networks are counted, as the service's
   * `trustedProxies`.
   * @default []
   */
  readonly trustedProxies?: readonly string[] | undefined;
}

/** The options, complete. */
export interface McpSettings {
  readonly tools: readonly string[];
  readonly maxChars: number;
  readonly waitMs: number;
  readonly origins: readonly string[];
  readonly requestsPerMinute: number;
  readonly trustedProxies: readonly string[];
}

/** The smallest and the largest `maxChars`. */
export const LEAST_CHARS = 1000;
export const MOST_CHARS = 1_000_000;

/** Every option's name, and what it is where nothing is said. */
export const mcpDefaults: McpSettings = Object.freeze({
  tools: ["all"],
  maxChars: 20_000,
  waitMs: 45_000,
  origins: [],
  requestsPerMinute: 600,
  trustedProxies: [],
});

/**
 * Completes and checks the options.
 * @throws CoreError `INVALID_OPTION`, `INVALID_ARGUMENT`
 */
export function mcpSettings(given: McpOptions | undefined): McpSettings {
  const settings = withDefaults(mcpDefaults, given);
  checkNumber("maxChars", settings.maxChars, { min: LEAST_CHARS, max: MOST_CHARS });
  checkNumber("waitMs", settings.waitMs, { min: 1000, max: 2 ** 31 - 1 });
  if (settings.requestsPerMinute !== Infinity) {
    checkNumber("requestsPerMinute", settings.requestsPerMinute, { min: 1 });
  }
  checkArgument("option 'tools'", settings.tools, "strings");
  checkArgument("option 'origins'", settings.origins, "strings");
  const { unknown } = pickTools(settings.tools);
  if (unknown === undefined) return settings;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'tools': ${unknown}`,
    details: { option: "tools", value: settings.tools },
  });
}
