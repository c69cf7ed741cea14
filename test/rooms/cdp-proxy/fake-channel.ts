import type { CdpChannel } from "dragline/browser";

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

/** A channel to a browser with tabs, which answers as Chromium does and does nothing else. */
export class FakeChannel implements CdpChannel {
  onmessage: ((text: Buffer) => void) | undefined;
  ondrain: (() => void) | undefined;
  onclose: (() => void) | undefined;
  readonly sent: Sent[] = [];
  /** Methods that are never answered. */
  readonly mute = new Set<string>();
  /** Methods that are refused. */
  readonly refused = new Set<string>();
  isClosed = false;
  #tabs = 1;

  send(text: string): boolean {
    const command = JSON.parse(text) as Sent;
    this.sent.push(command);
    if (this.mute.has(command.method)) return true;
    const { id, method } = command;
    const outcome = this.refused.has(method)
      ? { error: { message: "refused" } }
      : { result: this.#answer(command) };
    queueMicrotask(() => this.#emit({ id, ...outcome }));
    return true;
  }

  pause(): void {}
  resume(): void {}

  async close(): Promise<void> {
    this.isClosed = true;
  }

  /** An event of the browser, or of a tab's session. */
  event(method: string, params: object, sessionId?: string): void {
    this.#emit({ method, params, ...(sessionId !== undefined && { sessionId }) });
  }

  /** A page opens another; gives its id. */
  popup(url: string): string {
    this.#tabs += 1;
    const targetId = `tab-${this.#tabs}`;
    this.event("Target.targetCreated", { targetInfo: { targetId, type: "page", title: "", url } });
    return targetId;
  }

  /** A page as a target; its URL may be another than before. */
  page(targetId: string, url = "about:blank"): void {
    this.event("Target.targetInfoChanged", { targetInfo: { targetId, type: "page", url } });
  }

  /** Whether a page is visible. */
  visible(targetId: string, visible: boolean): void {
    this.event("Page.screencastVisibilityChanged", { visible }, `s-${targetId}`);
  }

  /** A picture of a page. */
  frame(targetId: string, data: string): void {
    this.event("Page.screencastFrame", { data, sessionId: 1 }, `s-${targetId}`);
  }

  /** How often a method was called, of a page or of all. */
  count(method: string, targetId?: string): number {
    const calls = this.of(method);
    if (targetId === undefined) return calls.length;
    return calls.filter(({ sessionId }) => sessionId === `s-${targetId}`).length;
  }

  /** Commands of a method, oldest first. */
  of(method: string): readonly Sent[] {
    return this.sent.filter((command) => command.method === method);
  }

  #answer({ method, params }: Sent): object {
    if (method === "Target.attachToTarget") return { sessionId: `s-${String(params["targetId"])}` };
    if (method !== "Target.getTargets") return {};
    const first = { targetId: "tab-1", type: "page", title: "", url: "about:blank" };
    return { targetInfos: [{ targetId: "b", type: "browser" }, first] };
  }

  #emit(message: object): void {
    this.onmessage?.(Buffer.from(JSON.stringify(message)));
  }
}
