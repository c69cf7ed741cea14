import { setTimeout as pause } from "node:timers/promises";
import { CRAWL_PAGES, type ChaosSite } from "./chaos-site.ts";

/** What an API answered. */
export interface ChaosAnswer {
  /** 0 where no answer came. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls an API of those that are there. */
export type ChaosCall = (
  method: "GET" | "POST",
  path: string,
  body?: object,
) => Promise<ChaosAnswer>;

/** What was accepted, and what is to come of it. */
interface Accepted {
  readonly kind: string;
  readonly id: string;
  /** Where its document is. */
  readonly path: string;
  /** What is wrong with the document of a completed one; undefined when it is right. */
  readonly fault: (document: string) => string | undefined;
}

interface Piece {
  readonly kind: string;
  readonly path: string;
  readonly body: object;
  readonly fault: Accepted["fault"];
}

const MAY_HAVE_HAPPENED = "the action may have taken effect";

/** Mixed load, and what went wrong of what it was promised. */
export class ChaosLoad {
  readonly lost: string[] = [];
  readonly wrong: string[] = [];
  readonly failed: string[] = [];
  /** Accepted jobs by kind. */
  readonly accepted = new Map<string, number>();
  /** Submissions that were refused for now, or had no answer. */
  refused = 0;
  /** Writes that were begun when their worker was lost, and are told so. */
  unsure = 0;
  readonly #call: ChaosCall;
  readonly #site: ChaosSite;
  readonly #jobs = new Set<string>();
  readonly #withEvents = new Set<string>();
  #number = 0;

  constructor(call: ChaosCall, site: ChaosSite) {
    this.#call = call;
    this.#site = site;
  }

  /** Submits and follows one after another until `isOver`; what was accepted is followed to its end. */
  async lane(isOver: () => boolean, giveUpAt: () => number): Promise<void> {
    while (!isOver()) {
      const job = await this.#submit(this.#next());
      if (job === undefined) await pause(200);
      else await this.#follow(job, giveUpAt);
    }
  }

  /** Jobs whose event has not come. */
  missingEvents(): readonly string[] {
    const told = new Set(this.#site.events.map(({ job }) => job));
    return [...this.#withEvents].filter((id) => !told.has(id));
  }

  #next(): Piece {
    this.#number += 1;
    const [number, { origin }] = [this.#number, this.#site];
    const start = `${origin}/site/${number}/`;
    const says = (...texts: readonly string[]): Piece["fault"] => {
      return (document) => texts.find((text) => !document.includes(text));
    };
    const [page, other] = [`/page/${number}`, `/page/${number}/b`];
    const formats = ["markdown"];
    switch (number % 8) {
      case 0:
      case 5:
        return {
          kind: "crawl",
          path: "/crawl",
          body: { url: start, maxPages: CRAWL_PAGES, depth: CRAWL_PAGES },
          fault: pagesFault(start),
        };
      case 1: {
        const body = { url: start, limit: 20, depth: 1 };
        return { kind: "map", path: "/map", body, fault: says(`${start}1`) };
      }
      case 2: {
        const body = { urls: [origin + page, origin + other], formats };
        const fault = says(`This is ${page}.`, `This is ${other}.`);
        return { kind: "batch", path: "/url-scraper/batch", body, fault };
      }
      case 3:
      case 4: {
        const kind = number % 8 === 3 ? "write" : "read";
        const body = { action_id: `chaos.${kind}`, params: { number: String(number) } };
        const fault = says(`done ${kind}/${number}`);
        return { kind, path: "/wire/task", body, fault };
      }
      default: {
        const body = { url: origin + page, formats };
        return { kind: "scrape", path: "/url-scraper", body, fault: says(`This is ${page}.`) };
      }
    }
  }

  async #submit({ kind, path, body, fault }: Piece): Promise<Accepted | undefined> {
    const isTask = path === "/wire/task";
    const hasEvent = this.#number % 3 === 0 && !isTask;
    const hook = hasEvent ? { webhook_url: `${this.#site.origin}/hook` } : {};
    const answer = await this.#call("POST", path, { ...body, ...hook });
    const id = answer.body[isTask ? "job_id" : "jobId"];
    if (answer.status !== 202 || typeof id !== "string") {
      this.#refuse(path, answer);
      return undefined;
    }
    if (this.#jobs.has(id)) this.wrong.push(`${kind} ${id} was given twice`);
    this.#jobs.add(id);
    if (hasEvent) this.#withEvents.add(id);
    this.accepted.set(kind, (this.accepted.get(kind) ?? 0) + 1);
    const documents = isTask ? "/wire/jobs" : path.replace("/batch", "");
    return { kind, id, path: `${documents}/${id}`, fault };
  }

  #refuse(path: string, { status, body }: ChaosAnswer): void {
    const text = JSON.stringify(body);
    if ([0, 503].includes(status) || text.includes("could not be queued")) this.refused += 1;
    else this.wrong.push(`POST ${path}: ${status} ${text.slice(0, 200)}`);
  }

  async #follow({ kind, id, path, fault }: Accepted, giveUpAt: () => number): Promise<void> {
    while (performance.now() < giveUpAt()) {
      const { status, body } = await this.#call("GET", path);
      const document = JSON.stringify(body);
      if (status === 200 && body["status"] === "completed") {
        const missing = fault(document);
        if (missing !== undefined) this.wrong.push(`${kind} ${id} lacks ${missing}`);
        return;
      }
      if (status === 200 && body["status"] === "failed") {
        if (kind === "write" && document.includes(MAY_HAVE_HAPPENED)) this.unsure += 1;
        else this.failed.push(`${kind} ${id}: ${document.slice(0, 300)}`);
        return;
      }
      if (![0, 200, 503].includes(status)) {
        this.wrong.push(`GET ${path}: ${status} ${document.slice(0, 200)}`);
        if (status === 404) return;
      }
      await pause(100);
    }
    this.lost.push(`${kind} ${id} is not settled`);
  }
}

/** Every page of a small site, and each once. */
function pagesFault(start: string): Piece["fault"] {
  return (document) => {
    const { results = [] } = JSON.parse(document) as {
      readonly results?: readonly { readonly url: string; readonly status: string }[];
    };
    const got = results.filter(({ status }) => status === "completed").map(({ url }) => url);
    const steps = Array.from({ length: CRAWL_PAGES - 1 }, (_, at) => `${start}${at + 1}`);
    const expected = [start, ...steps].toSorted();
    const isRight = JSON.stringify(got.toSorted()) === JSON.stringify(expected);
    return isRight ? undefined : `pages: it has ${got.join(" ")}`;
  };
}
