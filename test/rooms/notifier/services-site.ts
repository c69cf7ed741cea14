import type { IncomingMessage } from "node:http";
import { createSite, type Site, type SiteOptions } from "dragline/testing";

/** What a service was asked. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly json: Record<string, unknown>;
  readonly body: string;
}

/** What a service answers. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A stand-in for a service: keeps what it is asked and answers what it is told to, the last for ever. */
export class FakeService implements AsyncDisposable {
  readonly asked: Asked[] = [];
  answers: Answer[] = [{ status: 200, body: "{}" }];
  readonly site: Site;

  private constructor(site: Site) {
    this.site = site;
  }

  static async open(options?: SiteOptions): Promise<FakeService> {
    // eslint-disable-next-line prefer-const -- the route needs it before the site is there
    let service: FakeService;
    const site = await createSite(
      {
        "*": (request, response) => {
          const chunks: Buffer[] = [];
          request.on("data", (chunk: Buffer) => chunks.push(chunk));
          request.on("end", () => {
            const body = Buffer.concat(chunks).toString("utf8");
            const { method = "", url: path = "", headers } = request;
            service.asked.push({ method, path, headers, json: objectOf(body), body });
            const { answers } = service;
            const answer = answers.length > 1 ? answers.shift() : answers[0];
            response.writeHead(answer?.status ?? 500, answer?.headers);
            response.end(answer?.body);
          });
        },
      },
      options,
    );
    service = new FakeService(site);
    return service;
  }

  get host(): string {
    return `127.0.0.1:${this.site.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.site[Symbol.asyncDispose]();
  }
}

function objectOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
