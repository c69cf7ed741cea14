import type { CdpChannel } from "../../../src/browser/index.ts";

interface Command {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

/** A channel that answers every command, with events as the test tells them. */
export class FakeChannel implements CdpChannel {
  onmessage: ((text: Buffer) => void) | undefined;
  ondrain: (() => void) | undefined;
  onclose: (() => void) | undefined;
  readonly commands: Command[] = [];
  /** Methods that are refused. */
  readonly refused = new Set<string>();
  isClosed = false;

  send(text: string): boolean {
    const command = JSON.parse(text) as Command;
    const { id, method, params } = command;
    this.commands.push(command);
    const result =
      method === "Target.attachToTarget" ? { sessionId: `s-${params["targetId"]}` } : {};
    const outcome = this.refused.has(method) ? { error: { message: "refused" } } : { result };
    queueMicrotask(() => this.#deliver({ id, ...outcome }));
    return true;
  }

  pause(): void {}
  resume(): void {}

  async close(): Promise<void> {
    this.isClosed = true;
  }

  /** An event of the browser. */
  tell(method: string, params: object): void {
    this.#deliver({ method, params });
  }

  /** A page as a target; its URL may be another than before. */
  page(targetId: string, url = "about:blank"): void {
    this.tell("Target.targetInfoChanged", { targetInfo: { targetId, type: "page", url } });
  }

  /** Whether a page is visible. */
  visible(targetId: string, visible: boolean): void {
    const params = { visible };
    this.#deliver({
      method: "Page.screencastVisibilityChanged",
      params,
      sessionId: `s-${targetId}`,
    });
  }

  /** A picture of a page. */
  frame(targetId: string, data: string): void {
    const params = { data, sessionId: 1 };
    this.#deliver({ method: "Page.screencastFrame", params, sessionId: `s-${targetId}` });
  }

  /** How often a method was called, of a page or of all. */
  count(method: string, targetId?: string): number {
    const calls = this.commands.filter((command) => command.method === method);
    if (targetId === undefined) return calls.length;
    return calls.filter(({ sessionId }) => sessionId === `s-${targetId}`).length;
  }

  #deliver(message: object): void {
    this.onmessage?.(Buffer.from(JSON.stringify(message)));
  }
}
