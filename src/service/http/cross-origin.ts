import { CoreError } from "../../core/index.ts";

/** Seconds for which browsers need not ask again. */
const KNOWN_FOR = "600";
/** What pages may send, beside what every page may. */
const SENT = "authorization, content-type, x-api-key, range, last-event-id";
/** What pages may read, beside what every page may. */
const READ = "content-length, content-range, retry-after, x-request-id";

/** Says which websites' pages may call, and read the answers. */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string>;

  /** @throws CoreError `INVALID_OPTION` for what is neither an origin nor `*` */
  constructor(origins: readonly string[]) {
    for (const origin of origins) checkOrigin(origin);
    this.#origins = new Set(origins);
  }

  /** Headers of an answer to a request of a page's. */
  headersFor(request: Request): Readonly<Record<string, string>> {
    if (this.#origins.size === 0) return {};
    const origin = request.headers.get("origin");
    // Also of an answer that names no origin: a cache must not give it to another one.
    if (origin === null || !(this.#origins.has("*") || this.#origins.has(origin))) {
      return { vary: "origin" };
    }
    return {
      vary: "origin",
      "access-control-allow-origin": origin,
      "access-control-expose-headers": READ,
    };
  }

  /** Whether a page asks first, as browsers do for it, what it may send. */
  asks(request: Request): boolean {
    return this.#origins.size > 0 && request.headers.has("access-control-request-method");
  }

  /** Headers of the answer to that. */
  permission(methods: readonly string[]): Readonly<Record<string, string>> {
    return {
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": SENT,
      "access-control-max-age": KNOWN_FOR,
    };
  }
}

function checkOrigin(origin: string): void {
  if (origin === "*" || URL.parse(origin)?.origin === origin) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'corsOrigins' must have origins such as "https://app.example", or "*"; got ${JSON.stringify(origin)}.`,
    details: { option: "corsOrigins", value: origin },
  });
}
