import { countText } from "../terminal/count-text.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import type { SourceDocument } from "./documents.ts";
import type { WireApi } from "./wire-api.ts";
import { readFields, type AskedField, type FieldValues } from "./read-fields.ts";

/** What the flags of a connection say. */
interface ConnectValues extends FieldValues {
  readonly name?: string | undefined;
  readonly method?: string | undefined;
  readonly json?: boolean | undefined;
}

interface Method {
  readonly id: string;
  readonly label: string;
  readonly instructions?: string;
  readonly caution?: string;
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly type: "text" | "password" | "textarea";
    readonly secret: boolean;
    readonly required: boolean;
    readonly help?: string;
  }[];
}

interface Provider {
  readonly type: string;
  readonly display_name: string;
  readonly methods: readonly Method[];
}

/**
 * Connects a vault with what signs in to it, which is asked for; the id of the source goes to stdout.
 * @throws UsageError; Error for a refusal of the vault; Interrupted
 */
export async function connectSource(
  type: string,
  values: ConnectValues,
  { service, terminal }: { readonly service: WireApi; readonly terminal: Terminal },
): Promise<void> {
  const provider = await providerOf(type, service);
  const method = methodOf(provider, values.method);
  if (terminal.stderr.isTTY === true) {
    for (const words of [method.instructions, method.caution]) {
      if (words !== undefined) say(terminal, printableLine(words, 500));
    }
  }
  const fields = await readFields(method.fields.map(askedField), values, terminal);
  const answer = await service.ask<{ readonly identity_source: SourceDocument }>(
    "POST /identity-sources",
    { ...fields, provider: type, display_name: values.name, auth_method: method.id },
  );
  const { identity_source: source } = answer;
  say(terminal, printable(`Connected '${source.display_name}': ${vaultsOf(source)}.`));
  await print(terminal, `${values.json === true ? JSON.stringify(source) : source.id}\n`);
}

/** What a source can read: `2 vaults (Home, Work)`. */
export function vaultsOf({ scope_metadata: { vaults } }: SourceDocument): string {
  const names = vaults.map(({ name }) => name).join(", ");
  const count = countText(vaults.length, "vault");
  return names === "" ? count : `${count} (${printableLine(names, 200)})`;
}

/** @throws UsageError that names those that there are */
async function providerOf(type: string, { ask }: WireApi): Promise<Provider> {
  const { providers } = await ask<{ readonly providers: readonly Provider[] }>(
    "GET /identity-sources/providers",
  );
  const found = providers.find((it) => it.type === type);
  if (found !== undefined) return found;
  const known = providers.map((it) => `${it.type} (${it.display_name})`).join(", ");
  throw new UsageError(`expected a kind of vault: ${known}`);
}

/** @throws UsageError that names those that there are */
function methodOf({ methods }: Provider, asked: string | undefined): Method {
  const found = asked === undefined ? methods[0] : methods.find(({ id }) => id === asked);
  if (found !== undefined) return found;
  throw new UsageError(`--method takes one of: ${methods.map(({ id }) => id).join(", ")}`);
}

function askedField({ name, label, type, secret, required, help }: Method["fields"][number]) {
  const more = type === "textarea" ? "several with spaces between" : help?.replace(/\.$/, "");
  const field: AskedField = {
    name,
    label: more === undefined ? label : `${label} (${more})`,
    secret,
    required,
    isList: type === "textarea" && !secret,
  };
  return field;
}
