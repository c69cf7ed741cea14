import type { McpService } from "../../mcp/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { EmbeddedOptions, OpenedService } from "./open-service.ts";

/**
 * A service of one account in this process. It is loaded and opened by the first call, so that a
 * client which only lists tools does not wait for it.
 */
export class EmbeddedService implements McpService, AsyncDisposable {
  readonly #options: EmbeddedOptions;
  readonly #terminal: Terminal;
  #opening: Promise<OpenedService> | undefined;

  constructor(options: EmbeddedOptions, terminal: Terminal) {
    this.#options = options;
    this.#terminal = terminal;
  }

  /** Nobody else calls: there are no keys. */
  readonly keys = { find: () => Promise.resolve(undefined) };

  async fetch(request: Request): Promise<Response> {
    const { service, account } = await this.#open();
    return await service.fetch(request, { account });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A failure to open was answered to the call that asked for it.
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.[Symbol.asyncDispose]();
  }

  /** One that could not be opened is tried again by the next call. */
  #open(): Promise<OpenedService> {
    this.#opening ??= this.#load().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #load(): Promise<OpenedService> {
    const { openService } = await import("./open-service.ts");
    return await openService(this.#options, this.#terminal);
  }
}
