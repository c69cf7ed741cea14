import type * as Sdk from "@modelcontextprotocol/server";
import type * as Stdio from "@modelcontextprotocol/server/stdio";
import { isMissingPackage } from "../core/index.ts";
import { McpError } from "./mcp-error.ts";

/**
 * The protocol's SDK, loaded when the first connection needs it. Bundlers leave out a package that is
 * not installed where its import says what then happens.
 * @throws McpError `PACKAGE_MISSING`
 */
export async function loadSdk(): Promise<typeof Sdk> {
  return await import("@modelcontextprotocol/server").catch(refuseMissing);
}

/**
 * Its part for standard input and output.
 * @throws McpError `PACKAGE_MISSING`
 */
export async function loadStdio(): Promise<typeof Stdio> {
  return await import("@modelcontextprotocol/server/stdio").catch(refuseMissing);
}

function refuseMissing(cause: unknown): never {
  if (!isMissingPackage(cause)) throw cause;
  const message =
    "MCP needs the package @modelcontextprotocol/server: npm install @modelcontextprotocol/server";
  throw new McpError("PACKAGE_MISSING", { message, cause });
}
