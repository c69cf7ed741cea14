import { once } from "node:events";
import {
  Agent,
  request as sendRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Clock } from "../../../src/core/index.ts";
import {
  createGuardProxy,
  type Connector,
  type DoorOptions,
  type GuardProxyOptions,
} from "../../../src/net/index.ts";
import { calm } from "./recorders.ts";

/** What a client heard until the end, and whether that was an orderly one. */
export interface Heard {
  readonly said: string;
  readonly broken: boolean;
}

/** How a door is opened. */
export interface OpenDoorOptions {
  readonly connector: Connector;
  readonly clock?: Clock;
  readonly options?: GuardProxyOptions;
  readonly door?: DoorOptions;
}

/** A door of a proxy of its own, and clients that use it. */
export async function openDoor({ connector, clock, options, door: where = {} }: OpenDoorOptions) {
  const proxy = createGuardProxy({ connector, clock }, options);
  const door = await proxy.open(where, calm);
  const port = Number(new URL(door.url).port);
  const agent = new Agent({ keepAlive: true });
  /** A client whose connection stays open. */
  const dial = (): Socket => connect({ port, host: "127.0.0.1" }).on("error", () => {});
  return {
    proxy,
    door,
    port,
    dial,
    /** Sends bytes on a connection of its own and listens until the end. */
    async say(bytes: string): Promise<Heard> {
      const client = dial();
      client.write(bytes, "latin1");
      return heardBy(client);
    },
    /** A tunnel after its status line, or the refusal. */
    async tunnel(authority: string): Promise<{ client: Socket; head: string }> {
      const client = dial();
      client.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
      const [head] = (await once(client, "data")) as [Buffer];
      return { client, head: head.toString() };
    },
    /** Sends a request over a kept connection and gives its response. */
    async send(url: string, rest: RequestOptions = {}, body?: string): Promise<IncomingMessage> {
      const { host } = new URL(url);
      const outgoing = sendRequest({ agent, port, path: url, headers: { host }, ...rest });
      outgoing.end(body);
      const [response] = (await once(outgoing, "response")) as [IncomingMessage];
      return response;
    },
    async get(url: string): Promise<string> {
      return text(await this.send(url));
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

/** Everything that a client hears until its connection ends. */
export async function heardBy(client: Socket): Promise<Heard> {
  let said = "";
  client.setEncoding("latin1").on("data", (chunk: string) => {
    said += chunk;
  });
  const broken = await new Promise<boolean>((resolve) => {
    client.once("error", () => resolve(true)).once("close", () => resolve(false));
  });
  return { said, broken };
}

/** A request as a browser sends it to a proxy, its last on the connection. */
export function proxied(url: string, ...fields: string[]): string {
  const host = /^http:\/\/([^/]*)/.exec(url)?.[1] ?? "x";
  return [`GET ${url} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...fields, "", ""].join(
    "\r\n",
  );
}
