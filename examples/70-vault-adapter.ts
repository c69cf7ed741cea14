// A vault of your own: logins in a store that your company has. It reads one value at a time, keeps
// nothing, and says why it cannot.
import { vaultCases } from "dragline/testing";
import {
  checkAccess,
  VaultError,
  type VaultAccess,
  type VaultCall,
  type VaultDescriptor,
  type VaultLocator,
  type VaultProvider,
} from "dragline/vault";

/** The store: folders of entries of fields. */
type Folders = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

// #region descriptor
const descriptor: VaultDescriptor = {
  type: "team_store",
  displayName: "Team store",
  authType: "credentials",
  browsable: true,
  containerLabel: "Folder",
  entryLabel: "Login",
  methods: [
    {
      id: "token",
      label: "Access token",
      fields: [{ name: "token", label: "Token", type: "password", secret: true, required: true }],
    },
  ],
};
// #endregion

// #region provider
class TeamStore implements VaultProvider {
  readonly descriptor = descriptor;
  readonly #open: (token: string) => Folders | undefined;

  constructor(open: (token: string) => Folders | undefined) {
    this.#open = open;
  }

  configOf(access: VaultAccess) {
    checkAccess(descriptor, access); // refuses unknown methods and fields
    return {}; // no setting of it may be shown
  }

  async read(
    access: VaultAccess,
    locators: Readonly<Record<string, VaultLocator>>,
    call: VaultCall,
  ) {
    const folders = this.#folders(access, call);
    const found = Object.entries(locators).map(([name, place]) => [
      name,
      valueAt(folders, name, place),
    ]);
    const missingFields = found.flatMap(([name, value]) =>
      value === undefined ? [name ?? ""] : [],
    );
    if (missingFields.length === 0) return Object.fromEntries(found) as Record<string, string>;
    throw refusal("SOURCE_FIELD_MISSING", "The login lacks fields.", { missingFields });
  }
  // #endregion

  async verify(access: VaultAccess, call: VaultCall) {
    const names = Object.keys(this.#folders(access, call)).toSorted();
    return { vaults: names.map((name) => ({ id: name, name })) };
  }

  async containers(access: VaultAccess, call: VaultCall) {
    const folders = this.#folders(access, call);
    return Object.keys(folders)
      .toSorted()
      .map((name) => ({ id: name, name, itemCount: Object.keys(own(folders, name)).length }));
  }

  async entries(access: VaultAccess, container: string, call: VaultCall) {
    const titles = Object.keys(own(this.#folders(access, call), container)).toSorted();
    return titles.map((title) => ({ id: title, title }));
  }

  #folders(access: VaultAccess, { signal }: VaultCall): Folders {
    signal.throwIfAborted();
    const { fields } = checkAccess(descriptor, access);
    const folders = this.#open(fields["token"] ?? "");
    if (folders !== undefined) return folders;
    throw refusal("SOURCE_AUTH_FAILED", "The store refused the token.");
  }
}

function valueAt(folders: Folders, name: string, place: VaultLocator): string | undefined {
  const entry = own(own(folders, place.container), place.key);
  const property = place.property ?? name;
  return Object.hasOwn(entry, property) ? entry[property] : undefined;
}

/** A member of its own, never one of `Object.prototype`. */
function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value !== undefined) return value;
  throw refusal("SOURCE_ITEM_NOT_FOUND", "There is no such folder or login.");
}

function refusal(code: VaultError["code"], message: string, details = {}): VaultError {
  return new VaultError(code, { message, details }); // never with a value in it
}

const folders = { shops: { lamps: { username: "ada", password: "p4ss-w0rd" } }, banks: {} };

// #region cases
const cases = vaultCases(async () => ({
  provider: new TeamStore((token) => (token === "good-token" ? folders : undefined)),
  access: { method: "token", fields: { token: "good-token" } },
  refused: { method: "token", fields: { token: "wrong-token" } },
  secretFields: { token: "good-token" },
  container: "shops",
  unknownContainer: "garages",
  locator: { container: "shops", key: "lamps", property: "password" },
  value: "p4ss-w0rd",
  unknownProperty: "pin",
  [Symbol.asyncDispose]: async () => {},
}));
// In a project: for (const { title, run } of cases) it(title, () => run());
for (const promise of cases) await promise.run();
// #endregion
console.log(cases.length > 8 ? "all contract tests pass" : `only ${cases.length} cases`);
