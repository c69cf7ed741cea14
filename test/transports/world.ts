import { systemClock } from "dragline";
import { afterAll, beforeAll } from "vitest";
import {
  createService,
  type Service,
  type ServiceCollaborators,
  type ServiceOptions,
} from "dragline/service";
import type { Blobs } from "dragline/storage";
import { MemoryBlobs } from "dragline/storage/memory";
import { createSite, type Site } from "dragline/testing";
import { Board } from "./board.ts";
import { FakeModel, FakeVisitor } from "./fakes.ts";
import { FakeBrowsers } from "./fake-browsers.ts";
import { FakeEngine } from "./fake-engine.ts";
import { FakeRecordings } from "./fake-recordings.ts";
import { FakeSearch } from "./fake-search.ts";
import { createCatalog } from "dragline/wire";
import { FakeCredentials, FakeRunner, wireActions } from "./fake-wire.ts";
import { FakeSessions } from "./fake-sessions.ts";
import { Gate } from "./gate.ts";
import { pages } from "./pages.ts";
import { Receiver } from "./receiver.ts";
import type { Line, Transport, WireRequest } from "./transport.ts";
import { User } from "./user.ts";
import type { Answer } from "./answer.ts";

/** What a case needs otherwise than usual. */
export interface WorldOptions {
  readonly collaborators?: ServiceCollaborators;
  /** Rate limits are off unless given. */
  readonly options?: ServiceOptions;
  /** Whether jobs run and webhooks go out. @default true */
  readonly runs?: boolean;
}

/** A service with everything around it: a site, a receiver, two users. */
export class World {
  readonly gate = new Gate();
  readonly board = new Board();
  readonly runner: FakeRunner;
  readonly credentials = new FakeCredentials();
  readonly visitor: FakeVisitor;
  readonly model = new FakeModel();
  readonly search = new FakeSearch();
  /** The engines of AI Visibility: `acme`, `beta`, `gamma`. */
  readonly acme = new FakeEngine("acme", "Acme");
  readonly beta = new FakeEngine("beta", "Beta");
  readonly gamma = new FakeEngine("gamma", "Gamma");
  readonly sessions = new FakeSessions();
  readonly browsers = new FakeBrowsers();
  readonly recordings: FakeRecordings;
  readonly receiver = new Receiver();
  readonly #blobs: Blobs;
  readonly #transport: Transport;
  readonly #given: WorldOptions;
  #opened: Opened | undefined;
  #run = Promise.resolve();

  constructor(transport: Transport, given: WorldOptions = {}) {
    this.#transport = transport;
    this.#given = given;
    const { clock = systemClock, blobs = new MemoryBlobs({ clock }) } = given.collaborators ?? {};
    this.#blobs = blobs;
    this.runner = new FakeRunner(blobs);
    this.recordings = new FakeRecordings({ clock, blobs });
    this.visitor = new FakeVisitor(this.gate, given.collaborators?.clock);
  }

  async open(): Promise<void> {
    await this.receiver.open();
    const site = await createSite(pages(this.gate, this.board));
    const { collaborators, options, runs = true } = this.#given;
    const service = createService(
      {
        browser: this.visitor,
        model: this.model,
        search: this.search,
        answerEngines: [this.gamma, this.acme, this.beta],
        sessions: this.sessions,
        browsers: this.browsers,
        recorder: this.recordings,
        recordings: this.recordings,
        blobs: this.#blobs,
        catalog: createCatalog([], wireActions),
        actionRunner: this.runner,
        credentials: this.credentials,
        ...collaborators,
      },
      {
        allow: ["127.0.0.1"],
        allowCallbacks: ["127.0.0.1"],
        engine: "http",
        limits: { "*": Infinity },
        ...options,
      },
    );
    const line = await this.#transport.open(service);
    const stopping = new AbortController();
    const nobody = new User(line, "", "");
    const opened = { service, site, line, stopping, nobody };
    const [alice, bob] = [await newUser(opened), await newUser(opened)];
    this.#opened = { ...opened, alice, bob };
    if (runs) this.start();
  }

  /** Runs jobs and sends webhooks from now on. */
  start(): void {
    const { service, stopping } = this.#now;
    this.#run = service.run({ signal: stopping.signal });
  }

  async close(): Promise<void> {
    this.gate.open();
    const { stopping, service, line, site } = this.#now;
    stopping.abort();
    // An attempt that waits for its answer ends with the connection.
    await this.receiver[Symbol.asyncDispose]();
    await this.#run;
    await line[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  }

  get service(): Service {
    return this.#now.service;
  }

  get site(): Site {
    return this.#now.site;
  }

  /** Scheme and host that clients see. */
  get origin(): string {
    return this.#now.line.origin;
  }

  get alice(): User {
    return this.#now.alice;
  }

  get bob(): User {
    return this.#now.bob;
  }

  /** Calls without a key. */
  get nobody(): User {
    return this.#now.nobody;
  }

  /** The URL of a page of the site. */
  page(path: string): string {
    return this.site.url(path);
  }

  /** Another account with a key; of 300 credits unless said otherwise. */
  user(credits?: number): Promise<User> {
    return newUser(this.#now, credits);
  }

  /** Another key of a user. */
  async secondKey(user: User): Promise<User> {
    const { key } = await this.service.keys.create(user.account);
    return new User(this.#now.line, user.account, key);
  }

  /** A call from the host's root. */
  send(request: WireRequest): Promise<Answer> {
    return this.#now.line.send(request);
  }

  get #now(): Opened {
    if (this.#opened === undefined) throw new Error("The world is not open.");
    return this.#opened;
  }
}

interface Opened {
  readonly service: Service;
  readonly site: Site;
  readonly line: Line;
  readonly stopping: AbortController;
  readonly alice: User;
  readonly bob: User;
  readonly nobody: User;
}

async function newUser(
  { service, line }: Pick<Opened, "service" | "line">,
  credits?: number,
): Promise<User> {
  const { id } = await service.accounts.create({ credits });
  const { key } = await service.keys.create(id);
  return new User(line, id, key);
}

/** A world that is open while the cases of the surrounding `describe` run. */
export function useWorld(transport: Transport, given?: WorldOptions): World {
  const world = new World(transport, given);
  beforeAll(() => world.open());
  afterAll(() => world.close());
  return world;
}
