import type { Client } from "../../client/index.ts";
import type { McpOptions } from "../../mcp/index.ts";
import { mcpHelp } from "../help/tables/mcp.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { clientAt } from "../remote/at-service.ts";
import { remotePlace } from "../remote/remote-place.ts";
import type { EmbeddedOptions } from "./open-service.ts";

/** What the command line of `dragline mcp` says. */
interface McpFlags {
  /** Of the service that `--remote` names; undefined for one in this process. */
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

/** A client that sends each call once: the model's program decides what is tried again. */
function clientOf(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): Client | undefined {
  const place = remotePlace(mcpHelp, values);
  return place && clientAt(place, { env, attempts: 1 });
}
