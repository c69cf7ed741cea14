import type { Clock, Ids } from "../../core/index.ts";
import type { Queue } from "../../queue/index.ts";
import type { Blobs, Call, Records, EnsuredRecords } from "../../storage/index.ts";
import type { Webhooks } from "../../webhooks/index.ts";
import { ServiceError } from "../base/service-error.ts";
import type { ServiceSettings } from "../base/service-settings.ts";
import type { JobKind } from "./job.ts";

/** The dependencies of jobs; each is borrowed and left open. */
export interface JobsParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly queue: Queue;
  /** Makes the events; it is over the same records. */
  readonly webhooks: Pick<Webhooks, "prepare" | "ring"> & {
    readonly endpoints: Pick<Webhooks["endpoints"], "list">;
  };
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Pick<ServiceSettings, "retentionMs" | "inlineBytes">;
}

/** What is joined to jobs by those who submit them: known after the jobs, and before they are used. */
export interface Joined {
  /** One for each type of job that is submitted; batches have one that is never run. */
  readonly kinds: readonly JobKind[];
  /** What is kept as long as jobs are, and swept with them. */
  readonly swept?: readonly Swept[];
}

/** Things that are forgotten when they are old. */
export interface Swept {
  /** Removes what was made before `before`, in milliseconds since 1970. */
  sweep(before: number, call: Call): Promise<unknown>;
}

/** The same, as the files of this folder take it. */
export interface InnerParts extends Omit<JobsParts, "records"> {
  readonly records: EnsuredRecords;
  readonly joined: () => Joined;
  readonly kinds: Kinds;
}

/** The kinds of jobs, by type. */
export class Kinds {
  readonly #joined: () => Joined;
  #kinds: ReadonlyMap<string, JobKind> | undefined;

  constructor(joined: () => Joined) {
    this.#joined = joined;
  }

  /** @throws ServiceError `INTERNAL_ERROR` */
  of(type: string): JobKind {
    const kind = this.#all.get(type);
    if (kind !== undefined) return kind;
    throw new ServiceError("INTERNAL_ERROR", { message: `There is no job type '${type}'.` });
  }

  /** Those that are run; a batch is not, its children are. */
  get run(): JobKind[] {
    return [...this.#all.values()].filter(({ type }) => type !== "batch_url_scraper");
  }

  /** The types of all. */
  get types(): string[] {
    return [...this.#all.keys()];
  }

  get #all(): ReadonlyMap<string, JobKind> {
    this.#kinds ??= new Map(this.#joined().kinds.map((kind) => [kind.type, kind]));
    return this.#kinds;
  }
}

/** The topic of the queue that brings jobs of a kind. */
export function topicOf(type: string): string {
  return `service.${type}`;
}
