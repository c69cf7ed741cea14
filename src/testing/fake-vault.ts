import { checkArgument, signalOf } from "../core/index.ts";
import {
  checkAccess,
  VaultError,
  type VaultAccess,
  type VaultCall,
  type VaultContainer,
  type VaultDescriptor,
  type VaultEntry,
  type VaultLocator,
  type VaultProvider,
  type VaultScope,
} from "../vault/index.ts";

/** An entry of a {@link FakeVault}. */
export interface FakeVaultEntry extends Partial<Omit<VaultEntry, "id">> {
  /** Current values by property; the value of a tag under `tag:<name>`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Values of versions that are not current. */
  readonly versions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A container of a {@link FakeVault}. */
export interface FakeVaultContainer {
  readonly name: string;
  /** By key. */
  readonly entries: Readonly<Record<string, FakeVaultEntry>>;
}

/** What a {@link FakeVault} holds and tells. */
export interface FakeVaultOptions {
  /** What differs from a browsable password vault with the method `service_account` and its `token`. */
  readonly descriptor?: Partial<VaultDescriptor>;
  /** The one token that is accepted. @default "ops_fake" */
  readonly token?: string;
  /** By id; none when absent. */
  readonly containers?: Readonly<Record<string, FakeVaultContainer>>;
}

/** One question that a {@link FakeVault} was asked. */
export interface FakeVaultQuestion {
  readonly name: "verify" | "containers" | "entries" | "read";
  /** The container of `entries`. */
  readonly container?: string;
  /** The places of `read`. */
  readonly locators?: Readonly<Record<string, VaultLocator>>;
}

const standard: VaultDescriptor = Object.freeze({
  type: "password_vault",
  displayName: "Fake vault",
  authType: "credentials",
  browsable: true,
  containerLabel: "Vault",
  entryLabel: "Login",
  methods: [
    {
      id: "service_account",
      label: "Service account",
      fields: [
        {
          name: "token",
          label: "token",
          type: "password",
          secret: true,
          required: true,
          pattern: "^ops_",
        },
      ],
    },
  ],
} as const);

/** A vault in memory that keeps the promises of {@link VaultProvider}, for tests of hosts. */
export class FakeVault implements VaultProvider {
  readonly descriptor: VaultDescriptor;
  /** The token that is accepted from now on. */
  token: string;
  /** What it holds from now on, by id. */
  containersById: Readonly<Record<string, FakeVaultContainer>>;
  /** What it was asked, in order. */
  readonly questions: FakeVaultQuestion[] = [];
  readonly #failures: Error[] = [];

  constructor(options: FakeVaultOptions = {}) {
    checkArgument("options of new FakeVault(options)", options, "object");
    const { descriptor, token = "ops_fake", containers = {} } = options;
    this.descriptor = { ...standard, ...descriptor };
    this.token = token;
    this.containersById = containers;
  }

  /** The next question is answered by this error; several wait their turn. */
  failNext(failure: Error): void {
    this.#failures.push(failure);
  }

  configOf(access: VaultAccess): Readonly<Record<string, string>> {
    const { fields } = checkAccess(this.descriptor, access);
    const method = this.descriptor.methods.find(({ id }) => id === access.method);
    const open = (method?.fields ?? []).filter(({ name, secret }) => !secret && name in fields);
    return Object.fromEntries(open.map(({ name }) => [name, fields[name] ?? ""]));
  }

  async verify(access: VaultAccess, call: VaultCall): Promise<VaultScope> {
    this.#ask({ name: "verify" }, access, call);
    const vaults = Object.entries(this.containersById).map(([id, { name }]) => ({ id, name }));
    return { vaults: vaults.toSorted(byText(({ name }) => name)) };
  }

  async containers(access: VaultAccess, call: VaultCall): Promise<readonly VaultContainer[]> {
    this.#ask({ name: "containers" }, access, call);
    this.#checkBrowsable();
    return Object.entries(this.containersById)
      .map(([id, { name, entries }]) => ({ id, name, itemCount: Object.keys(entries).length }))
      .toSorted(byText(({ name }) => name));
  }

  async entries(
    access: VaultAccess,
    container: string,
    call: VaultCall,
  ): Promise<readonly VaultEntry[]> {
    this.#ask({ name: "entries", container }, access, call);
    this.#checkBrowsable();
    return Object.entries(this.#container(container).entries)
      .map(([id, { fields: _fields, versions: _versions, title = id, ...told }]) => {
        return { id, title, ...told };
      })
      .toSorted(byText(({ title }) => title));
  }

  async read(
    access: VaultAccess,
    locators: Readonly<Record<string, VaultLocator>>,
    call: VaultCall,
  ): Promise<Readonly<Record<string, string>>> {
    this.#ask({ name: "read", locators }, access, call);
    const found = Object.entries(locators).map(
      ([name, locator]) => [name, this.#valueAt(name, locator)] as const,
    );
    const missingFields = found.filter(([, value]) => value === undefined).map(([name]) => name);
    if (missingFields.length > 0) {
      throw new VaultError("SOURCE_FIELD_MISSING", {
        message: `The entry lacks ${missingFields.join(", ")}.`,
        details: { missingFields },
      });
    }
    return Object.fromEntries(found.map(([name, value]) => [name, value ?? ""]));
  }

  #ask(question: FakeVaultQuestion, access: VaultAccess, call: VaultCall): void {
    signalOf(`${question.name}(…, { signal })`, call);
    const { fields } = checkAccess(this.descriptor, access);
    this.questions.push(question);
    const failure = this.#failures.shift();
    if (failure !== undefined) throw failure;
    if (Object.values(fields).includes(this.token)) return;
    throw refusal("SOURCE_AUTH_FAILED", "The vault refused the token.");
  }

  #checkBrowsable(): void {
    if (this.descriptor.browsable) return;
    throw refusal("PROVIDER_NOT_BROWSABLE", "The vault lists nothing; read by reference.");
  }

  #container(id: string): FakeVaultContainer {
    const found = Object.hasOwn(this.containersById, id) ? this.containersById[id] : undefined;
    if (found !== undefined) return found;
    throw refusal("SOURCE_ITEM_NOT_FOUND", "There is no such container.");
  }

  #valueAt(name: string, { container, key, property = name, version }: VaultLocator) {
    const { entries } = this.#container(container);
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
    const fields = version === undefined ? entry?.fields : entry?.versions?.[version];
    if (fields === undefined) {
      throw refusal("SOURCE_ITEM_NOT_FOUND", "There is no such entry, or no such version of it.");
    }
    return Object.hasOwn(fields, property) ? fields[property] : undefined;
  }
}

function refusal(
  code: "SOURCE_AUTH_FAILED" | "PROVIDER_NOT_BROWSABLE" | "SOURCE_ITEM_NOT_FOUND",
  message: string,
): VaultError {
  return new VaultError(code, { message, details: {} });
}

function byText<Item>(text: (item: Item) => string): (a: Item, b: Item) => number {
  return (a, b) => (text(a) < text(b) ? -1 : Number(text(a) > text(b)));
}
