import type { ServerContext } from "@modelcontextprotocol/server";
import type { Progress } from "./tools/tool.ts";

/** What a job that counts nothing adds to its progress each time that it was looked at. */
const STEP = 0.01;

/** Tells a client that asked for it how far a call is; each time more, as the protocol wants it. */
export class ProgressTeller {
  readonly #request: Pick<ServerContext["mcpReq"], "_meta" | "notify">;
  #told = -1;

  constructor(request: Pick<ServerContext["mcpReq"], "_meta" | "notify">) {
    this.#request = request;
  }

  tell({ done, total, message }: Progress): void {
    const token = this.#request._meta?.progressToken;
    if (token === undefined) return;
    const progress = done > this.#told ? done : this.#told + STEP;
    this.#told = progress;
    const params = {
      progressToken: token,
      progress,
      message,
      ...(total !== undefined && { total }),
    };
    // A client that is gone hears nothing; its call is cancelled by other means.
    this.#request.notify({ method: "notifications/progress", params }).catch(() => {});
  }
}
