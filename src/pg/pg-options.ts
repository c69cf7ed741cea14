import { checkNumber, CoreError, withDefaults } from "../core/index.ts";

/** Where something is kept, and for how long a call may take. */
export interface PgSettings {
  /** Empty: the variables `PGHOST`, `PGUSER` and so on count. */
  readonly connectionString: string;
  readonly schema: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly poolSize: number;
}

/** Settings of which some are given. */
type PgOptions = { readonly [Name in keyof PgSettings]?: PgSettings[Name] | undefined };

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completePgOptions(
  defaults: PgSettings,
  options: PgOptions | undefined,
): PgSettings {
  const settings = withDefaults<PgSettings>(defaults, options);
  checkNumber("timeoutMs", settings.timeoutMs, { min: 10, max: 2_147_483_647 });
  checkNumber("poolSize", settings.poolSize, { min: 1, max: 1000 });
  checkAddress(settings.connectionString);
  const { schema } = settings;
  if (/^(?!pg_)[a-z][a-z0-9_]{0,47}$/.test(schema)) return settings;
  throw new CoreError("INVALID_OPTION", {
    message:
      "Option 'schema' must be 1 to 48 lower-case letters, digits and underscores, beginning with " +
      `a letter and not with pg_; got ${JSON.stringify(schema.slice(0, 80))}.`,
    details: { option: "schema" },
  });
}

/** What the driver takes: a URL, or the path of a socket. */
const ADDRESS = /^(?:postgres(?:ql)?:\/\/|socket:|\/)/;

/** The message has nothing of the address: it may be a password. */
function checkAddress(address: string): void {
  if (address === "") return;
  if (!ADDRESS.test(address)) {
    throw wrongAddress("must be a postgres:// or postgresql:// URL, or the path of a socket");
  }
  // Without a host, the driver takes the socket's usual path.
  const withHost = address.replace("@/", "@localhost/");
  if (!address.startsWith("postgres") || URL.canParse(withHost)) return;
  throw wrongAddress(
    "is not a valid URL: its port must be a number up to 65535, and :, /, ?, # and @ in its user name or password must be percent-encoded",
  );
}

function wrongAddress(what: string): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: `Option 'connectionString' ${what}.`,
    details: { option: "connectionString" },
  });
}

/**
 * Refuses an address together with a pool that the caller gave.
 * @throws CoreError `INVALID_OPTION`
 */
export function checkOnePool(
  pool: object | undefined,
  { connectionString }: Pick<PgSettings, "connectionString">,
): void {
  if (pool === undefined || connectionString === "") return;
  throw new CoreError("INVALID_OPTION", {
    message:
      "Option 'connectionString' cannot be combined with the collaborator 'pool', which is already connected.",
    details: { option: "connectionString" },
  });
}
