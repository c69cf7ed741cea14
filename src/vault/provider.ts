/** A field that a person fills in to connect a vault. */
export interface VaultField {
  /** The key in the body of a connect request. */
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password" | "textarea";
  /** Whether it is masked, sealed and never shown again. */
  readonly secret: boolean;
  readonly required: boolean;
  readonly placeholder?: string;
  readonly help?: string;
  /** A regular expression without flags for the whole trimmed value. */
  readonly pattern?: string;
}

/** A way to sign in to a vault. */
export interface VaultMethod {
  readonly id: string;
  readonly label: string;
  readonly instructions?: string;
  readonly caution?: string;
  readonly docsUrl?: string;
  readonly fields: readonly VaultField[];
}

/** The description of a provider; reading it makes no network call. */
export interface VaultDescriptor {
  /** The value of `provider` in requests: 1 to 64 of `[a-z0-9_]`, not `providers`. */
  readonly type: string;
  readonly displayName: string;
  /** The catalog auth type that its entries feed. */
  readonly authType: "credentials" | "api_key" | "token";
  /** Whether containers and entries can be listed; else logins are bound by reference. */
  readonly browsable: boolean;
  readonly summary?: string;
  readonly containerLabel: string;
  readonly entryLabel: string;
  /** The first is what a request without a method means. */
  readonly methods: readonly [VaultMethod, ...VaultMethod[]];
}

/** What signs in to a vault: kept sealed, given for each call. */
export interface VaultAccess {
  /** Id of one of the provider's methods. */
  readonly method: string;
  /** The method's fields by name, trimmed. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A vault of a password manager, or a key vault. */
export interface VaultContainer {
  readonly id: string;
  readonly name: string;
  /** Absent when the provider does not report it. */
  readonly itemCount?: number;
}

/** A login item, or a secret's name; never its values. */
export interface VaultEntry {
  readonly id: string;
  readonly title: string;
  readonly category?: string;
  /** Milliseconds since 1970. */
  readonly updatedAt?: number;
  /** Websites of a login item. */
  readonly urls?: readonly { readonly href: string; readonly label: string }[];
  /** Names of tags that hold a value. */
  readonly tagNames?: readonly string[];
}

/** Where one value is. */
export interface VaultLocator {
  readonly container: string;
  readonly key: string;
  /** The field of the entry; `tag:<name>` is a tag of a key vault's secret. The login field's own name when absent. */
  readonly property?: string;
  /** The current one when absent. */
  readonly version?: string;
}

/** What is known of a vault that answered. */
export interface VaultScope {
  /** What the access can read, in the order of names. */
  readonly vaults: readonly { readonly id: string; readonly name: string }[];
}

/** One call of a provider. */
export interface VaultCall {
  /** Ends the call; its reason is thrown. */
  readonly signal: AbortSignal;
}

/**
 * The port of a vault. Nothing is kept between calls, and every call ends within 10 s, whatever the
 * provider does (`SOURCE_UNREACHABLE`). Values of fields never enter an error.
 */
export interface VaultProvider {
  readonly descriptor: VaultDescriptor;
  /**
   * The settings of an access that are no secret, such as the ids of tenant and client; checks the
   * fields and calls nobody.
   * @throws VaultError `INVALID_ACCESS` (with `missingFields`), `UNKNOWN_FIELD`, `INVALID_VAULT_URL`
   */
  configOf(access: VaultAccess): Readonly<Record<string, string>>;
  /**
   * Proves that the access is good, by a live call.
   * @throws VaultError as `configOf`; `SOURCE_AUTH_FAILED`, `SOURCE_FORBIDDEN`, `SOURCE_ITEM_NOT_FOUND`,
   *   `SOURCE_THROTTLED`, `SOURCE_UNREACHABLE`, `SOURCE_UPSTREAM_ERROR`, `SOURCE_NOT_AVAILABLE`
   */
  verify(access: VaultAccess, call: VaultCall): Promise<VaultScope>;
  /**
   * What holds entries, by name.
   * @throws VaultError as `verify`; `PROVIDER_NOT_BROWSABLE`
   */
  containers(access: VaultAccess, call: VaultCall): Promise<readonly VaultContainer[]>;
  /**
   * What a container holds, by title.
   * @throws VaultError as `containers`; `SOURCE_ITEM_NOT_FOUND` for an unknown container
   */
  entries(access: VaultAccess, container: string, call: VaultCall): Promise<readonly VaultEntry[]>;
  /**
   * The values at the places, by the same names.
   * @throws VaultError as `verify`; `SOURCE_ITEM_NOT_FOUND`; `SOURCE_FIELD_MISSING` with `missingFields`
   */
  read(
    access: VaultAccess,
    locators: Readonly<Record<string, VaultLocator>>,
    call: VaultCall,
  ): Promise<Readonly<Record<string, string>>>;
}
