import type { ServiceOptions } from "../../service/index.ts";
import { DATA_FOLDER } from "../default-places.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { serveHelp } from "../help/tables/serve.ts";
import { UsageError } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";
import type { ListenPlace } from "./http-listener.ts";

/** What the command line of `dragline serve` says. */
export interface ServeFlags {
  readonly dataFolder: string;
  /** Absent: this process takes no requests. */
  readonly web: ListenPlace | undefined;
  /** Where the dashboard is: with the API, on a place of its own, or nowhere. */
  readonly dashboard: "with-api" | "off" | ListenPlace;
  /** Absent: there are no metrics. */
  readonly metrics: ListenPlace | undefined;
  /** Whether tools for models are offered at `/mcp`. */
  readonly hasMcp: boolean;
  /** Whether this process runs jobs and sends webhooks. */
  readonly works: boolean;
  readonly options: ServiceOptions;
  /** Bytes that must be free on the disk, and that the data folder may take. */
  readonly disk: {
    readonly minFreeBytes: number | undefined;
    readonly maxBytes: number | undefined;
  };
  /** Folders of catalogs of actions, beside the built-in one. */
  readonly catalogs: readonly string[];
}

type Values = Parsed<typeof serveHelp.flags>["values"];

/** @throws UsageError; what parseArgs throws */
export function serveFlags(args: readonly string[]): ServeFlags {
  const { values } = parseFlags(serveHelp.flags, args, false);
  const { host = "127.0.0.1" } = values;
  if (values["no-worker"] && values["worker-only"]) {
    throw new UsageError(
      "--no-worker and --worker-only cannot be combined: the process would do nothing",
    );
  }
  const metrics = portOf(values, "metrics-port");
  return {
    dataFolder: folderOf(values),
    web: values["worker-only"] ? undefined : { host, port: portOf(values, "port") ?? 3000 },
    dashboard: dashboardOf(values, host),
    metrics: metrics === undefined ? undefined : { host, port: metrics },
    hasMcp: values["no-mcp"] !== true,
    works: values["no-worker"] !== true,
    options: optionsOf(values),
    disk: {
      minFreeBytes: megabytesOf(values, "min-free-mb"),
      maxBytes: megabytesOf(values, "max-data-mb"),
    },
    catalogs: values.catalog ?? [],
  };
}

/**
 * The data folder that a flag names, or the usual one.
 * @throws UsageError
 */
export function folderOf({ data = DATA_FOLDER }: { readonly data?: string | undefined }): string {
  if (data !== "") return data;
  throw new UsageError("--data takes a folder; got an empty string");
}

function optionsOf(values: Values): ServiceOptions {
  const concurrency = upToThousand(values, "workers");
  const concurrentBrowsers = upToThousand(values, "browsers");
  const trialCredits = wholeNumber(values, "trial-credits");
  return {
    publicUrl: bareUrlOf(values, "public-url"),
    signUpUrl: bareUrlOf(values, "sign-up-url"),
    allow: values["allow-host"] ?? [],
    allowCallbacks: values["allow-callback-host"] ?? [],
    trustedProxies: values["trust-proxy"] ?? [],
    corsOrigins: originsOf(values),
    ...(values.engine !== undefined && { engine: values.engine }),
    ...(concurrency !== undefined && { concurrency }),
    ...(concurrentBrowsers !== undefined && { concurrentBrowsers }),
    ...(trialCredits !== undefined && { trialCredits }),
    ...webhooksOf(values),
    ...(values["no-index"] && { indexPages: false }),
    ...(values["visibility-synthesis"] && { visibilitySynthesis: true }),
    ...(values["devtools-version"] && { devtoolsVersion: true }),
    ...(values["devtools-root"] && { devtoolsVersion: true, devtoolsRoot: true }),
  };
}

function originsOf({ "cors-origin": origins = [] }: Values): readonly string[] {
  const wrong = origins.find((each) => each !== "*" && URL.parse(each)?.origin !== each);
  if (wrong === undefined) return origins;
  throw new UsageError(`--cors-origin takes an origin such as https://app.example; got '${wrong}'`);
}

function webhooksOf(values: Values): ServiceOptions {
  const headerPrefix = values["header-prefix"];
  return {
    ...(headerPrefix !== undefined && { headerPrefix }),
    ...(values["standard-webhooks"] && { standardWebhooks: true }),
  };
}

function dashboardOf(values: Values, host: string): ServeFlags["dashboard"] {
  const port = portOf(values, "dashboard-port");
  if (port !== undefined && values["no-dashboard"]) {
    throw new UsageError("--no-dashboard and --dashboard-port cannot be combined");
  }
  if (values["no-dashboard"]) return "off";
  return port === undefined ? "with-api" : { host, port };
}

function portOf(
  values: Values,
  flag: "port" | "metrics-port" | "dashboard-port",
): number | undefined {
  const port = wholeNumber(values, flag);
  if (port === undefined || port <= 65_535) return port;
  throw new UsageError(`--${flag} takes a port from 0 to 65535; got '${port}'`);
}

function upToThousand(values: Values, flag: "workers" | "browsers"): number | undefined {
  const number = wholeNumber(values, flag);
  if (number === undefined || (number >= 1 && number <= 1000)) return number;
  throw new UsageError(`--${flag} takes a number from 1 to 1000; got '${number}'`);
}

function megabytesOf(values: Values, flag: "min-free-mb" | "max-data-mb"): number | undefined {
  const number = wholeNumber(values, flag);
  if (number === 0 && flag === "max-data-mb")
    throw new UsageError(`--${flag} takes a number from 1`);
  return number === undefined ? undefined : number * 1e6;
}

function bareUrlOf(values: Values, flag: "public-url" | "sign-up-url"): string | undefined {
  const text = values[flag];
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isBare = url !== null && url.username + url.password + url.search + url.hash === "";
  if (isBare && (url.protocol === "http:" || url.protocol === "https:")) return text;
  throw new UsageError(`--${flag} must be an http or https URL without query and credentials`);
}
