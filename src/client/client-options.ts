import { checkNumber, CoreError, systemClock, withDefaults, type Clock } from "../core/index.ts";
import { ClientError } from "./client-error.ts";

/** How a client reaches a service. */
export interface ClientOptions {
  /**
   * Where the service is, with the prefix that it is mounted under: `https://api.example`. `/v1` may
   * stand at its end.
   * @default "http://localhost:3000"
   */
  readonly url?: string | undefined;
  /**
   * The API key, sent as `X-API-Key`; empty for routes that need none.
   * @default ""
   */
  readonly key?: string | undefined;
  /**
   * How often a call is sent at most; 1 for no second attempt, at most 10. What is sent again: 429,
   * 500, 502, 503 and connections that failed (interface, part 7), but for calls that act on websites,
   * whose answer was lost.
   * @default 4
   */
  readonly attempts?: number | undefined;
  /**
   * Is told why an attempt failed, and in how many milliseconds the call is sent again; nobody is told
   * when absent.
   */
  readonly onRetry?: ((error: ClientError, pauseMs: number) => void) | undefined;
  /**
   * Sends requests; the platform's `fetch` when absent. For a service in this process:
   * `(request) => service.fetch(request)`.
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /**
   * Waits between attempts and polls; for tests.
   * @default systemClock
   */
  readonly clock?: Clock | undefined;
}

/** The options as a client uses them. */
export interface ClientSettings {
  /** With `/v1`, without a slash at its end. */
  readonly base: string;
  readonly key: string;
  readonly attempts: number;
  readonly onRetry: (error: ClientError, pauseMs: number) => void;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: Clock;
}

const tellNobody: ClientSettings["onRetry"] = () => {};

/**
 * Completes and checks the options.
 * @throws CoreError `INVALID_OPTION`; ClientError `INVALID_URL`
 */
export function clientSettings(given: ClientOptions | undefined): ClientSettings {
  const { url, ...rest } = withDefaults(
    {
      url: "http://localhost:3000",
      key: "",
      attempts: 4,
      onRetry: tellNobody,
      fetch: (request: Request) => globalThis.fetch(request),
      clock: systemClock,
    },
    given,
  );
  checkNumber("attempts", rest.attempts, { min: 1, max: 10 });
  if (!/^[!-~]*$/.test(rest.key)) {
    const message =
      "Option 'key' must be an API key: ASCII characters without a space or a line end.";
    throw new CoreError("INVALID_OPTION", { message, details: { option: "key" } });
  }
  return { ...rest, base: baseOf(url) };
}

function baseOf(text: string): string {
  const url = URL.parse(text);
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === null || !isHttp || url.username !== "" || url.password !== "") {
    const message = "Option 'url' must be an http or https URL without a user name.";
    throw new ClientError("INVALID_URL", { message });
  }
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path.endsWith("/v1") ? path : `${path}/v1`}`;
}
