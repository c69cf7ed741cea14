import {
  createNotifier,
  type Notice,
  type Notifier,
  type NotifierOptions,
} from "dragline/notifier";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import type { NotifierCollaborators } from "dragline/notifier";
import { FakeService } from "./services-site.ts";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** A notice of a price, with what a test wants otherwise. */
export function notice(id: string, other: Partial<Notice> = {}): Notice {
  return {
    id,
    title: `Changed: ${id}`,
    url: "https://shop.example/lamp",
    at: Date.UTC(2026, 0, 1, 10),
    values: [{ name: "price", before: "1,299", after: "1,149" }],
    ...other,
  };
}

/** A notifier on a fake clock beside a service that does as it is told. */
export class Rig implements AsyncDisposable {
  readonly clock: FakeClock;
  readonly records: Records;
  readonly service: FakeService;
  readonly notifier: Notifier;

  private constructor(service: FakeService, parts: RigParts) {
    this.service = service;
    this.clock = parts.clock ?? new FakeClock();
    this.records = parts.records ?? new MemoryRecords();
    this.notifier = this.another(parts.options, parts.collaborators);
  }

  static async open(parts: RigParts = {}): Promise<Rig> {
    return new Rig(await FakeService.open(), parts);
  }

  /** Another one on the same records, as another process would have it. */
  another(options: NotifierOptions = {}, collaborators: NotifierCollaborators = {}): Notifier {
    const { records, clock } = this;
    const servers = {
      slack: this.service.site.origin,
      discord: this.service.site.origin,
      telegram: this.service.site.origin,
    };
    return createNotifier(
      { records, clock, ids: new FakeIds(), ...collaborators },
      { allow: ["127.0.0.1"], servers, ...options },
    );
  }

  /** The URL of a topic at the service. */
  topic(name = "lamps"): string {
    return `ntfy://${this.service.host}/${name}`;
  }

  /** Titles that the service was told, in order. */
  get titles(): unknown[] {
    return this.service.asked.map(({ json }) => json["title"]);
  }

  /** Lets time pass, and sends what is due then. */
  async after(ms: number): Promise<void> {
    await this.clock.advance(ms);
    await this.notifier.sendDue();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.notifier[Symbol.asyncDispose]();
    await this.service[Symbol.asyncDispose]();
  }
}

interface RigParts {
  readonly clock?: FakeClock;
  readonly records?: Records;
  readonly options?: NotifierOptions;
  readonly collaborators?: NotifierCollaborators;
}
