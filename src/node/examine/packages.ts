import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment, Finding } from "./finding.ts";

/** An optional package. */
interface OptionalPackage {
  readonly name: string;
  /** What needs it. */
  readonly use: string;
  /** The variable that makes it necessary. */
  readonly variable?: string;
  /** The packages of which one is enough. */
  readonly instead?: readonly string[];
}

/** The optional packages: the peers of package.json. */
const optionalPackages: readonly OptionalPackage[] = [
  {
    name: "puppeteer-core",
    use: "pages in Chromium (--browser, --auto, screenshots, agent) and browser connections",
    instead: ["puppeteer"],
  },
  { name: "puppeteer", use: "the same as puppeteer-core", instead: ["puppeteer-core"] },
  { name: "pg", use: "PostgreSQL (DATABASE_URL)", variable: "DATABASE_URL" },
  { name: "ioredis", use: "limits in Redis (REDIS_URL)", variable: "REDIS_URL" },
  { name: "bullmq", use: "the queue in Redis (REDIS_URL)", variable: "REDIS_URL" },
  {
    name: "redis",
    use: "limits in Redis over a client of your own, in place of ioredis",
    instead: ["ioredis"],
  },
  { name: "nodemailer", use: "alerts by e-mail (SMTP_URL)", variable: "SMTP_URL" },
  {
    name: "@ai-sdk/openai-compatible",
    use: "a language model (DRAGLINE_AI_URL)",
    variable: "DRAGLINE_AI_URL",
  },
  {
    name: "@opentelemetry/api",
    use: "spans and metrics of OpenTelemetry (dragline/opentelemetry)",
  },
  {
    name: "@modelcontextprotocol/server",
    use: "tools for models (dragline mcp, and /mcp of serve)",
  },
  { name: "hyparquet-writer", use: "convert --output FILE.parquet" },
  { name: "turndown", use: "rules and plugins of turndown (dragline/markdown)" },
  { name: "@1password/sdk", use: "logins from 1Password (source connect password_vault)" },
  {
    name: "@azure/keyvault-secrets",
    use: "logins from Azure Key Vault (source connect cloud_key_vault)",
  },
  { name: "@azure/identity", use: "logins from Azure Key Vault, with @azure/keyvault-secrets" },
];

/**
 * Looks which optional packages are installed, where Dragline itself would find them. None is loaded.
 * @param needed those that a feature cannot do without, beside those that the environment asks for
 */
export function examinePackages(
  env: Environment,
  needed: readonly string[] = [],
): Promise<Finding>[] {
  return optionalPackages.map(async ({ name, use, variable, instead = [] }) => {
    const version = await installedVersion(name);
    const isAsked = variable !== undefined && Boolean(env[variable]?.trim());
    const isNeeded = version === undefined && (isAsked || needed.includes(name));
    const other = instead.find((each) => place(each) !== undefined);
    const get = other === undefined ? `npm install ${name}` : `${other} is there`;
    const detail = version === undefined ? `for ${use}: ${get}` : `${version}, for ${use}`;
    const isMissed = isNeeded && other === undefined;
    return {
      kind: "package" as const,
      name,
      needed: isMissed,
      found: version !== undefined,
      detail,
    };
  });
}

/** The findings of some packages, as {@link examinePackages} has them. */
export async function requirePackages(
  env: Environment,
  names: readonly string[],
): Promise<Finding[]> {
  const all = await Promise.all(examinePackages(env, names));
  return all.filter(({ name }) => names.includes(name));
}

async function installedVersion(name: string): Promise<string | undefined> {
  const entry = place(name);
  if (entry === undefined) return undefined;
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
    const manifest = JSON.parse(text) as { readonly name?: string; readonly version?: string };
    if (manifest.name === name) return manifest.version;
  }
  return "of unknown version";
}

/** Where its entry is; undefined where it is not installed. */
function place(name: string): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(name));
  } catch {
    return undefined;
  }
}
