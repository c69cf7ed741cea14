import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** How the way to a server is: as it should be, silent, slow, or not there. */
export type ProxyState = "open" | "stalled" | "slow" | "cut";

interface Pipe {
  readonly from: Socket;
  readonly to: Socket;
  /** Whether a piece is on its way: none may overtake it. */
  isBusy: boolean;
}

/** A TCP way to a server on loopback that can be cut, stalled and slowed down. */
export class FaultProxy implements AsyncDisposable {
  readonly #target: number;
  readonly #slowMs: number;
  readonly #server = createServer({ pauseOnConnect: true }, (near) => this.#forward(near));
  readonly #pipes = new Set<Pipe>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #state: ProxyState = "open";
  /** Connections that were reset as they came. */
  refused = 0;

  private constructor(target: number, slowMs: number) {
    this.#target = target;
    this.#slowMs = slowMs;
  }

  /**
   * @param target port of the server
   * @param slowMs milliseconds that each piece takes while the way is slow
   */
  static async open(target: number, slowMs = 150): Promise<FaultProxy> {
    const proxy = new FaultProxy(target, slowMs);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The address of a server, by this way. */
  urlOf(url: string): string {
    const own = new URL(url);
    own.host = `127.0.0.1:${this.port}`;
    return own.href;
  }

  /**
   * A way that is cut resets all connections, and each new one; a stalled one takes connections and
   * bytes and forwards none until it is open again.
   */
  set(state: ProxyState): void {
    this.#state = state;
    if (state === "cut") this.#resetAll();
    else for (const pipe of this.#pipes) this.#flow(pipe);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#resetAll();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#server.close();
    await once(this.#server, "close");
  }

  #forward(near: Socket): void {
    if (this.#state === "cut") {
      this.refused += 1;
      near.resetAndDestroy();
      return;
    }
    const far = connect({ host: "127.0.0.1", port: this.#target });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      const pipe = { from, to, isBusy: false };
      this.#pipes.add(pipe);
      from.setNoDelay(true);
      from.on("data", (bytes) => this.#pass(pipe, bytes));
      from.on("error", () => to.destroy());
      from.on("end", () => to.end());
      from.on("close", () => {
        this.#pipes.delete(pipe);
        to.destroy();
      });
      this.#flow(pipe);
    }
  }

  /** A stalled way reads nothing: what was sent waits where it is. */
  #flow({ from, isBusy }: Pipe): void {
    if (isBusy || this.#state === "stalled") from.pause();
    else from.resume();
  }

  #pass(pipe: Pipe, bytes: Buffer): void {
    pipe.isBusy = true;
    this.#flow(pipe);
    if (this.#state !== "slow") {
      this.#send(pipe, bytes);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#send(pipe, bytes);
    }, this.#slowMs);
    this.#timers.add(timer);
  }

  #send(pipe: Pipe, bytes: Buffer): void {
    const sent = (): void => {
      pipe.isBusy = false;
      this.#flow(pipe);
    };
    if (pipe.to.writable && !pipe.to.write(bytes)) pipe.to.once("drain", sent);
    else sent();
  }

  #resetAll(): void {
    for (const { from } of this.#pipes) from.resetAndDestroy();
  }
}
