import { createDashboard } from "dragline/dashboard";
import { createService } from "dragline/service";
import { createSite, FakeClock, type Site } from "dragline/testing";
import { Gate } from "../../transports/gate.ts";
import { FakeEngine, FakeModel, FakeVisitor } from "../../transports/index.ts";
import { Visitor } from "./dashboard-world.ts";

/** A service with engines and a model, whose site changes and whose receiver may refuse. */
export interface WatchWorld extends AsyncDisposable {
  readonly service: ReturnType<typeof createService>;
  /** The dashboard's; the service has the system's. */
  readonly clock: FakeClock;
  readonly site: Site;
  readonly alice: Visitor;
  readonly bob: Visitor;
  readonly acme: FakeEngine;
  readonly beta: FakeEngine;
  /** What `/lamp` says. */
  lamp: string;
  /** What the receiver answers. */
  hookStatus: number;
}

/** A lamp that costs so much. */
export function lampPage(price: string, more = ""): string {
  return `<!doctype html><title>Lamp</title><main><h1>Opal lamp</h1><p>Every lamp is mouth-blown, made to order and leaves within two weeks.</p><p>It costs <b class="amount">${price}</b> with its shade.</p>${more}</main>`;
}

/** Opens a world; both accounts are signed in. */
export async function openWatchWorld(): Promise<WatchWorld> {
  const stack = new AsyncDisposableStack();
  const html = { "content-type": "text/html; charset=utf-8" };
  const site = stack.use(
    await createSite({
      "/lamp": (_, response) => void response.writeHead(200, html).end(world.lamp),
      "/opal": lampPage("5.00 €"),
      "/broken": { status: 500, body: "broken" },
      "/hook": (_, response) => void response.writeHead(world.hookStatus).end(),
    }),
  );
  const [acme, beta] = [new FakeEngine("acme", "Acme <b>"), new FakeEngine("beta", "Beta")];
  const service = stack.use(
    createService(
      { browser: new FakeVisitor(new Gate()), model: new FakeModel(), answerEngines: [acme, beta] },
      {
        allow: ["127.0.0.1"],
        allowCallbacks: ["127.0.0.1"],
        limits: { "*": Infinity },
        engine: "http",
      },
    ),
  );
  const stop = new AbortController();
  const work = service.run({ signal: stop.signal });
  stack.defer(async () => {
    stop.abort();
    await work;
  });
  const clock = new FakeClock(Date.now());
  const dashboard = createDashboard({ service, clock });
  const visitorOf = async (name: string): Promise<Visitor> => {
    const { id } = await service.accounts.create({ name, credits: 1000 });
    const { key } = await service.keys.create(id);
    const fetch = (request: Request): Promise<Response> =>
      dashboard.fetch(request, { remoteAddress: "198.51.100.7" });
    const visitor = new Visitor(fetch, { key, account: id });
    await visitor.signIn();
    return visitor;
  };
  const world: WatchWorld = {
    service,
    clock,
    site,
    alice: await visitorOf("Alice"),
    bob: await visitorOf("Bob"),
    acme,
    beta,
    lamp: lampPage("79.90 €"),
    hookStatus: 200,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  return world;
}
