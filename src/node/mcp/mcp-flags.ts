import { isDraglineError } from "../../core/index.ts";
import { createClient, type Client } from "../../client/index.ts";
import type { McpOptions } from "../../mcp/index.ts";
import { mcpHelp } from "../help/tables/mcp.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { UsageError } from "../terminal/terminal.ts";
import type { EmbeddedOptions } from "./open-service.ts";

/** What the command line of `dragline mcp` says. */
interface McpFlags {
  /** Of the service that `--url` names; undefined for one in this process. */
  readonly client: Client | undefined;
  readonly embedded: EmbeddedOptions;
  readonly options: McpOptions;
}

type Values = Parsed<typeof mcpHelp.flags>["values"];

/** @throws UsageError; what parseArgs throws */
export function mcpFlags(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): McpFlags {
  const { values } = parseFlags(mcpHelp.flags, args, false);
  const maxChars = wholeNumber(values, "max-chars");
  const tools = values.tools?.flatMap((list) => list.split(",")).map((name) => name.trim());
  return {
    client: clientOf(values, env),
    embedded: {
      folder: values.data,
      engine: values.engine ?? "auto",
      allow: values["allow-host"] ?? [],
      catalogs: values.catalog ?? [],
    },
    options: { tools, maxChars },
  };
}

/** A key on the command line is seen by every user of the machine; the variable is not. */
function clientOf(
  { url, key, ...values }: Values,
  env: Readonly<Record<string, string | undefined>>,
): Client | undefined {
  if (url === undefined) {
    if (key === undefined) return undefined;
    throw new UsageError("--key needs --url, the service that the key is for");
  }
  const own = (["data", "engine", "allow-host", "catalog"] as const).find(
    (name) => values[name] !== undefined,
  );
  if (own !== undefined) {
    throw new UsageError(`--${own} is for a service in this process; leave it out with --url`);
  }
  try {
    return createClient({ url, key: key ?? env["DRAGLINE_API_KEY"]?.trim(), attempts: 1 });
  } catch (error) {
    if (!isDraglineError(error)) throw error;
    throw new UsageError(`--url cannot be used: ${error.message}`, { cause: error });
  }
}
