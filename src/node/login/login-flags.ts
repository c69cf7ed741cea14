import { parseFlags } from "../help/parse-flags.ts";
import { loginHelp } from "../help/tables/login.ts";
import { remotePlace, type RemotePlace } from "../remote/remote-place.ts";
import { folderOf } from "../serve/serve-flags.ts";
import { UsageError } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";

/** What the command line of `dragline login` says. */
export interface LoginFlags {
  readonly url: string;
  /** The host's name, made unique, when absent. */
  readonly name: string | undefined;
  readonly country: string | undefined;
  readonly folder: string;
  /** The first account when absent. */
  readonly account: string | undefined;
  /** A file instead of the data folder. */
  readonly output: string | undefined;
  /** Whether the browser is shown by a page even where there is a screen. */
  readonly viewer: boolean;
  /** Where the page is served; 0 for any that is free. */
  readonly port: number;
  readonly allow: readonly string[];
  /** A service whose browser it is, and which keeps the session. */
  readonly remote: RemotePlace | undefined;
}

/** @throws UsageError; what parseArgs throws */
export function loginFlags(args: readonly string[]): LoginFlags {
  const { values, positionals } = parseFlags(loginHelp.flags, args);
  const { name, country, output, account } = values;
  const remote = remotePlace(loginHelp, values);
  if (output !== undefined) {
    const others = ["name", "account", "data"] as const;
    const other = others.find((flag) => values[flag] !== undefined);
    if (other !== undefined) throw new UsageError(`--output and --${other} cannot be combined`);
  }
  if (output === "") throw new UsageError("--output takes a file; got an empty string");
  if (country !== undefined && !/^[a-z]{2}$/i.test(country)) {
    throw new UsageError("--country takes two letters, such as de");
  }
  const port = wholeNumber(values, "port") ?? 0;
  if (port > 65_535) throw new UsageError(`--port takes a port from 0 to 65535; got '${port}'`);
  return {
    url: urlOf(positionals),
    name,
    country,
    account,
    output,
    port,
    remote,
    folder: folderOf(values),
    viewer: values.viewer === true,
    allow: values["allow-host"] ?? [],
  };
}

/** What has no scheme is a website's name. */
function urlOf(positionals: readonly string[]): string {
  const [text = ""] = positionals;
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const isBare = url !== null && url.username === "" && url.password === "";
  if (positionals.length === 1 && text !== "" && isBare) return url.href;
  throw new UsageError("expected the URL of a website; try: dragline login --help");
}
