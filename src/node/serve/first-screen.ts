import { resolve } from "node:path";
import { painter, say, type Terminal } from "../terminal/terminal.ts";

/** What there is to say of a service that has started. */
interface StartedFacts {
  /** Where clients reach it, without the version. */
  readonly origin: string;
  /** Where people reach the dashboard; undefined where there is none. */
  readonly dashboard: string | undefined;
  /** The data folder. */
  readonly folder: string;
  /** Whether tools for models are offered. */
  readonly hasMcp: boolean;
  /** The first account's key, when it was made just now. */
  readonly key: string | undefined;
}

/** Variables that name servers, with what is then kept there. */
const servers = [
  ["DATABASE_URL", "PostgreSQL"],
  ["REDIS_URL", "Redis"],
  ["S3_BUCKET", "S3"],
] as const;

/** Says on stderr where things are, and how a first call looks; stdout is the log's. */
export function showFirstScreen(
  terminal: Terminal,
  { origin, dashboard, folder, hasMcp, key }: StartedFacts,
): void {
  const { env } = terminal;
  const paint = painter(terminal, "stderr");
  const elsewhere = servers.flatMap(([name, place]) => (env[name] ? [place] : []));
  const stores = elsewhere.length === 0 ? "" : ` and ${elsewhere.join(", ")}`;
  const own = env["DRAGLINE_API_KEY"]?.trim() ? "$DRAGLINE_API_KEY" : "$KEY";
  const rows = [
    ...(dashboard === undefined ? [] : [["Dashboard", `${dashboard}/`] as const]),
    ["API", `${origin}/v1`],
    ["Docs", `${origin}/v1/docs`],
    ...(hasMcp ? ([["MCP", `${origin}/mcp`]] as const) : []),
    ["Data", `${resolve(folder)}${stores}`],
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = [
    "",
    ...rows.map(([name, value]) => `  ${paint("bold", name.padEnd(width))} ${value}`),
    "",
    `  ${paint("bold", "A first call")}${key === undefined && own === "$KEY" ? ", with a key of `dragline keys create` in $KEY" : ""}:`,
    "",
    `    curl ${origin}/v1/url-scraper/scrape \\`,
    `      -H "X-API-Key: ${key ?? own}" \\`,
    `      --json '{"url": "https://example.com/", "formats": ["markdown"]}'`,
    "",
  ];
  for (const line of lines) say(terminal, line);
}
