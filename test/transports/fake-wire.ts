import type { Blobs } from "dragline/storage";
import type { WireCredential, WireCredentials } from "dragline/service";
import { systemClock } from "dragline";
import type {
  Action,
  LoginCall,
  LoginResult,
  Parameter,
  RunCall,
  RunFailure,
  Runner,
  RunResult,
  Site,
} from "dragline/wire";
import { actionOf, siteOf } from "./wire-samples.ts";

type Done = Extract<RunResult, { status: "completed" }>;

const shop = siteOf({
  slug: "shop",
  auth_types: ["api_key", "credentials"],
  auth: { cookies: true },
  // The fake runner does not read it.
  login: {
    steps: [
      { kind: "request", id: "home", method: "GET", url: "https://shop.example/", type: "html" },
    ],
    success: [{ css: ".account" }],
  },
  login_input: [
    {
      name: "email",
      type: "string",
      required: true,
      description: "The account's address.",
      examples: ["ann@example.com"],
    },
    {
      name: "password",
      type: "string",
      required: true,
      secret: true,
      description: "The account's password.",
      examples: ["x"],
    },
  ],
});
const board = siteOf({ slug: "board", category: "community", logo_url: "https://b.example/l.png" });

const quay = siteOf({ slug: "quay", auth_types: ["browser_state"] });

const url = {
  name: "url",
  type: "string",
  required: true,
  description: "The page that is read.",
  examples: ["https://b.example/"],
} satisfies Parameter;
const query = {
  name: "query",
  type: "string",
  required: false,
  description: "Words of the items' names.",
  examples: ["boat"],
} satisfies Parameter;
const limit = {
  name: "limit",
  type: "integer",
  required: false,
  default: 20,
  description: "Items at most, from 1 to 100.",
  examples: [5],
} satisfies Parameter;

/** The actions that there are in worlds of tests. */
export const wireActions: readonly Action[] = [
  actionOf(shop, {
    action_id: "shop.items",
    name: "list items",
    credits_per_call: 4,
    parameters: [limit, query],
  }),
  actionOf(shop, {
    action_id: "shop.order",
    name: "order an item",
    type: "write",
    auth_mode: "required",
    credits_per_call: 5,
  }),
  actionOf(shop, { action_id: "shop.account", name: "get my account", auth_mode: "required" }),
  actionOf(shop, { action_id: "shop.prices", name: "list prices", auth_mode: "optional" }),
  actionOf(board, { action_id: "board.page", name: "get a page", parameters: [url] }),
  actionOf(board, {
    action_id: "board.post",
    name: "post a note",
    type: "write",
    credits_per_call: 2,
  }),
  actionOf(quay, { action_id: "quay.berths", name: "list berths", auth_mode: "required" }),
  actionOf(board, { action_id: "board.export", name: "export notes as files" }),
];

/** What a fake run is to do. */
type Act = (call: RunCall, action: Action) => Promise<RunResult> | RunResult;

/** A runner whose runs a case writes; `board.page` fetches, `board.export` makes files. */
export class FakeRunner implements Runner {
  /** By action; what is not here gives its parameters. */
  readonly acts = new Map<string, Act>();
  readonly runs: { readonly action: string; readonly call: RunCall }[] = [];
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
    this.acts.set("board.page", async ({ params }) => {
      const answer = await fetch(params?.["url"] as string);
      return done({ status: answer.status, text: await answer.text() });
    });
    this.acts.set("board.export", (call) => this.files(call, { "notes.csv": "id,text\n1,a\n" }));
  }

  check({ info }: Action, params: NonNullable<RunCall["params"]>): RunFailure | undefined {
    const missing = info.parameters.filter(({ name, required }) => required && !(name in params));
    const known = new Set(info.parameters.map(({ name }) => name));
    const strange = Object.keys(params).find((name) => !known.has(name));
    if (missing.length === 0 && strange === undefined) return undefined;
    const missingFields = missing.map(({ name }) => name);
    return {
      code: "INVALID_PARAMS",
      message: strange === undefined ? `Missing: ${missingFields.join()}.` : `Unknown: ${strange}.`,
      missingFields,
    };
  }

  async run(action: Action, call: RunCall = {}): Promise<RunResult> {
    const { action_id: id } = action.info;
    this.runs.push({ action: id, call });
    call.signal?.throwIfAborted();
    const act = this.acts.get(id) ?? (() => done({ params: call.params ?? {} }));
    return await act(call, action);
  }

  /** What a login is to give, by site; what is not here signs in with one cookie. */
  readonly logins = new Map<string, (call: LoginCall) => Promise<LoginResult> | LoginResult>();

  checkLogin(site: Site, params: LoginCall["params"]): RunFailure | undefined {
    const wanted = site.login_input.filter(({ required }) => required);
    const missingFields = wanted.map(({ name }) => name).filter((name) => !(name in params));
    if (missingFields.length === 0) return undefined;
    const message = `Missing: ${missingFields.join()}.`;
    return { code: "INVALID_PARAMS", message, missingFields };
  }

  async logIn(site: Site, call: LoginCall): Promise<LoginResult> {
    call.signal?.throwIfAborted();
    return await (this.logins.get(site.slug) ?? signedIn)(call);
  }

  /** A result of files, which are stored. */
  async files(call: RunCall, files: Readonly<Record<string, string>>): Promise<RunResult> {
    const made: Done["files"][number][] = [];
    for (const [index, [name, text]] of Object.entries(files).entries()) {
      const key = call.fileKey?.(name, index) ?? `file-${index}`;
      const contentType = "text/csv; charset=utf-8";
      const signal = call.signal ?? new AbortController().signal;
      const { size } = await this.#blobs.put(key, Buffer.from(text), { signal, contentType });
      made.push({ name, contentType, sizeBytes: size, key });
    }
    return { status: "completed", data: null, files: made, executionMs: 1 };
  }
}

/** A login that succeeded, for an hour; its cookie is the secret. */
export function signedIn(): LoginResult {
  const cookie = {
    name: "sid",
    value: SECRET,
    domain: "shop.example",
    path: "/",
    expires: -1,
    httpOnly: true,
    secure: true,
    sameSite: "Lax",
  };
  const state = { cookies: [cookie], origins: [] };
  const expiresAt = systemClock.now() + 3_600_000;
  return { status: "signed_in", credential: { values: {}, state }, expiresAt, executionMs: 1 };
}

/** A completed run. */
export function done(data: Done["data"]): RunResult {
  return { status: "completed", data, files: [], executionMs: 1 };
}

/** A failed run. */
export function failed(code: RunFailure["code"], message: string): RunResult {
  return { status: "failed", error: { code, message }, executionMs: 1 };
}

/** Saved logins in memory. */
export class FakeCredentials implements WireCredentials {
  readonly rows: WireCredential[] = [];
  /** Identities without a login, too: id, account and site. */
  readonly identities: {
    readonly id: string;
    readonly account: string;
    readonly catalog: string;
  }[] = [];
  readonly opened: string[] = [];

  /** Stores a login of `ada` at the shop; gives it. */
  add(
    credential: Partial<WireCredential> & Pick<WireCredential, "id" | "account">,
  ): WireCredential {
    const made: WireCredential = {
      catalog: "shop",
      type: "api_key",
      state: "active",
      identityId: "11111111-1111-4111-8111-111111111111",
      identityName: "ada",
      ...credential,
    };
    this.rows.push(made);
    const { identityId: id, account, catalog } = made;
    if (!this.identities.some((one) => one.id === id))
      this.identities.push({ id, account, catalog });
    return made;
  }

  async credential(id: string): Promise<WireCredential | undefined> {
    return this.rows.find((row) => row.id === id);
  }

  async identity(id: string) {
    const found = this.identities.find((row) => row.id === id);
    return found && { ...found, credentials: this.rows.filter((row) => row.identityId === id) };
  }

  async connected(account: string): Promise<ReadonlySet<string>> {
    const active = this.rows.filter((row) => row.account === account && row.state === "active");
    return new Set(active.map(({ catalog }) => catalog));
  }

  async open(id: string): ReturnType<WireCredentials["open"]> {
    this.opened.push(id);
    return this.rows.some((row) => row.id === id) ? { values: { key: SECRET } } : undefined;
  }

  /** Credentials that can be signed in again. */
  readonly refreshable = new Set<string>();
  readonly refreshed: string[] = [];

  async refresh(id: string): Promise<boolean> {
    this.refreshed.push(id);
    return this.refreshable.has(id);
  }

  async expire(id: string): Promise<void> {
    const at = this.rows.findIndex((row) => row.id === id);
    const row = this.rows[at];
    if (row !== undefined) this.rows[at] = { ...row, state: "expired" };
  }
}

/** What every login of a test is; it must be nowhere. */
export const SECRET = "s3cret-of-ada";
