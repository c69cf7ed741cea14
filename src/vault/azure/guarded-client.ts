import type { SecretClientOptions } from "@azure/keyvault-secrets";
import { retryAfterMs, type Clock } from "../../core/index.ts";
import type { Transport } from "../../fetcher/index.ts";
import { readBody } from "../../fetcher/internal.ts";
import { isVaultError, type VaultError } from "../vault-error.ts";
import { answerFailure, exchangeFailure, failure, type LastAnswer } from "./azure-failure.ts";
import type { KeyVault } from "./vault-urls.ts";

/** What the SDKs send their requests by. */
type SdkClient = NonNullable<SecretClientOptions["httpClient"]>;
type SdkRequest = Parameters<SdkClient["sendRequest"]>[0];
type SdkResponse = Awaited<ReturnType<SdkClient["sendRequest"]>>;

/** The dependencies of a client; each is borrowed. */
export interface GuardedClientParts {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Ends every request. */
  readonly signal: AbortSignal;
  readonly vault: KeyVault;
  readonly tenant: string;
}

/** Bytes of an answer, decompressed: a secret has 25 KB, a page 25 names with their tags. */
const LIMITS = Object.freeze({ maxBytes: 4_194_304, maxRatio: 200, onOversize: "fail" as const });

/** More requests than the longest list needs: a page has 25 names. */
const MOST_REQUESTS = 1000;

/**
 * Requests of the SDKs over guarded connections, to one key vault and the sign-in of its cloud
 * alone. It remembers how the last one went, since the SDKs' errors lose it. Redirects are refused:
 * neither peer documents any.
 */
export class GuardedClient implements SdkClient {
  readonly #parts: GuardedClientParts;
  #last: LastAnswer | VaultError | undefined;
  #requests = 0;
  #signedIn = false;

  constructor(parts: GuardedClientParts) {
    this.#parts = parts;
  }

  async sendRequest(request: SdkRequest): Promise<SdkResponse> {
    try {
      return await this.#send(request);
    } catch (error) {
      if (isVaultError(error)) this.#last = error;
      throw error;
    }
  }

  /** Why the SDK failed; nothing of its own error but what happened to its last request. */
  failure(): VaultError {
    if (isVaultError(this.#last)) return this.#last;
    if (this.#last !== undefined) return answerFailure(this.#last);
    return failure("SOURCE_UPSTREAM_ERROR", "The request to Azure could not be created.");
  }

  async #send(request: SdkRequest): Promise<SdkResponse> {
    const { clock } = this.#parts;
    const url = new URL(request.url);
    const from = this.#whoIs(url);
    const { response, body } = await this.#exchange(request, url, from);
    const { status, headers } = response;
    this.#signedIn ||= from === "login" && status === 200 && request.method === "POST";
    const isRefusal = status >= 400;
    this.#last = {
      from,
      status,
      retryAfterMs: retryAfterMs(headers["retry-after"], clock.now()),
      signedIn: this.#signedIn,
      body: isRefusal ? body : "",
    };
    if (status >= 300 && status < 400) {
      throw failure(
        "SOURCE_UPSTREAM_ERROR",
        "Azure answered with a redirect, which is not followed.",
      );
    }
    if (from === "vault" && status === 401) this.#checkTenant(headers["www-authenticate"]);
    const answer = new AnswerHeaders();
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) answer.set(name, [value].flat().join(", "));
    }
    // The SDKs log the words of a refusal, which may repeat what was sent.
    return { request, status, headers: answer, bodyAsText: isRefusal ? "{}" : body };
  }

  #whoIs({ origin }: URL): LastAnswer["from"] {
    const { vault } = this.#parts;
    this.#requests += 1;
    if (this.#requests > MOST_REQUESTS) {
      throw failure("SOURCE_UPSTREAM_ERROR", "The key vault's list does not end.");
    }
    if (origin === vault.url) return "vault";
    if (origin === vault.authorityHost) return "login";
    const message = "Azure pointed to a host that is neither the key vault nor Azure's sign-in.";
    throw failure("SOURCE_UPSTREAM_ERROR", message);
  }

  async #exchange(request: SdkRequest, url: URL, from: LastAnswer["from"]) {
    const { transport, signal } = this.#parts;
    const { body, method } = request;
    try {
      const response = await transport.send(
        {
          url,
          method: method === "POST" ? "POST" : "GET",
          headers: { ...request.headers.toJSON(), "accept-encoding": "identity" },
          body: typeof body === "string" ? Buffer.from(body) : undefined,
        },
        signal,
      );
      const coding = [response.headers["content-encoding"] ?? []].flat().join(",");
      const { bytes, damage } = await readBody(response.body, coding, LIMITS);
      if (damage !== undefined) throw new Error(damage);
      return { response, body: Buffer.from(bytes).toString("utf8") };
    } catch (cause) {
      signal.throwIfAborted();
      throw exchangeFailure(from, cause);
    }
  }

  /** The SDK refuses another tenant too, but with the same error as for a forged challenge. */
  #checkTenant(challenge: string | readonly string[] | undefined): void {
    const text = [challenge ?? []].flat().join(",");
    const tenant = /\bauthorization(?:_uri)?="https:\/\/[^/"]+\/([^/"]+)/i.exec(text)?.[1];
    if (this.#signedIn || tenant === undefined) return;
    if (tenant.toLowerCase() === this.#parts.tenant.toLowerCase()) return;
    throw failure("SOURCE_AUTH_FAILED", "The key vault belongs to another tenant.");
  }
}

/** Headers as the SDKs read them: names in any case. */
class AnswerHeaders extends Map<string, string> {
  override get(name: string): string | undefined {
    return super.get(name.toLowerCase());
  }

  override has(name: string): boolean {
    return super.has(name.toLowerCase());
  }

  toJSON(): Record<string, string> {
    return Object.fromEntries(this);
  }
}
