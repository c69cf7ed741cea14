import { createDashboard, type DashboardOptions } from "dragline/dashboard";
import { createService, type ServiceCollaborators } from "dragline/service";
import { createSite, FakeClock, type Site } from "dragline/testing";

/** A service with its dashboard, two accounts, and a site that may be scraped. */
export interface DashboardWorld extends AsyncDisposable {
  readonly service: ReturnType<typeof createService>;
  readonly clock: FakeClock;
  readonly site: Site;
  readonly alice: Visitor;
  readonly bob: Visitor;
  /** A browser that nobody is signed in with. */
  stranger(): Visitor;
}

const ORIGIN = "http://dashboard.test";

/** A browser: it keeps cookies, and sends forms with the token of the page that it saw last. */
export class Visitor {
  readonly key: string;
  readonly account: string;
  readonly cookies = new Map<string, string>();
  csrf = "";
  readonly #fetch: (request: Request) => Promise<Response>;

  constructor(
    fetch: (request: Request) => Promise<Response>,
    { key, account }: { readonly key: string; readonly account: string },
  ) {
    this.#fetch = fetch;
    this.key = key;
    this.account = account;
  }

  /** The answer as it is, without following where it leads. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await this.#fetch(new Request(`${ORIGIN}${path}`, { ...init, headers }));
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** A page as text. */
  async see(path: string): Promise<{ status: number; html: string }> {
    const response = await this.ask(path);
    const html = await response.text();
    this.csrf = /data-csrf="([^"]*)"/.exec(html)?.[1] ?? this.csrf;
    return { status: response.status, html };
  }

  /** Sends a form; gives where it leads, or the page that it shows. */
  async send(
    path: string,
    fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[] = {},
  ): Promise<{ status: number; location: string | null; html: string }> {
    const entries = Array.isArray(fields) ? fields : Object.entries(fields);
    const body = new URLSearchParams([["csrf", this.csrf], ...(entries as [string, string][])]);
    const response = await this.ask(path, { method: "POST", body });
    const location = response.headers.get("location");
    return { status: response.status, location, html: await response.text() };
  }

  /** Signs in, and reads the token of the forms. */
  async signIn(secret = this.key): Promise<number> {
    const { status } = await this.send("/sign-in", { secret });
    await this.see("/keys");
    return status;
  }
}

/** Opens a world; both accounts are signed in. */
export async function openDashboardWorld(
  options: DashboardOptions = {},
  collaborators: ServiceCollaborators = {},
): Promise<DashboardWorld> {
  const stack = new AsyncDisposableStack();
  const clock = new FakeClock(Date.UTC(2026, 10, 29, 12));
  const site = stack.use(
    await createSite({
      "/": "<title>Lamps</title><main><h1>Lamps</h1><p>Mouth-blown, made to order.</p><a href='/opal'>Opal</a></main>",
      "/opal": "<title>Opal</title><main><h1>Opal lamp</h1><p>79.90 €</p></main>",
    }),
  );
  const service = stack.use(
    createService(collaborators, {
      allow: ["127.0.0.1"],
      limits: { "*": Infinity },
      engine: "http",
    }),
  );
  const stop = new AbortController();
  const work = service.run({ signal: stop.signal });
  stack.defer(async () => {
    stop.abort();
    await work;
  });
  const dashboard = createDashboard({ service, clock }, options);
  const fetch = (request: Request): Promise<Response> =>
    dashboard.fetch(request, { remoteAddress: "198.51.100.7" });
  const visitorOf = async (name: string): Promise<Visitor> => {
    const { id } = await service.accounts.create({ name, credits: 1000 });
    const { key } = await service.keys.create(id, { label: `${name}'s` });
    const visitor = new Visitor(fetch, { key, account: id });
    await visitor.signIn();
    return visitor;
  };
  return {
    service,
    clock,
    site,
    alice: await visitorOf("Alice"),
    bob: await visitorOf("Bob"),
    stranger: () => new Visitor(fetch, { key: "", account: "" }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
