import type { Socket } from "node:net";
import { connect } from "node:net";
import { createRawSite, type Site } from "dragline/testing";

/** How the SOCKS server behaves. */
export interface SocksServerOptions {
  /** The login that it asks for. */
  readonly login?: { readonly user: string; readonly password: string };
  /** The reply code of RFC 1928 (6) to every request. @default 0 */
  readonly reply?: number;
  /** What it answers the greeting with, instead of SOCKS 5. */
  readonly greeting?: Uint8Array;
  /** Where every tunnel leads, whatever was asked for. */
  readonly port?: number;
}

/** A SOCKS 5 server on loopback and the destinations that it was asked for. */
export interface SocksServer extends AsyncDisposable {
  readonly site: Site;
  readonly destinations: string[];
}

/** RFC 1928 in the least bytes: greeting, password (RFC 1929), CONNECT, tunnel. */
export async function createSocksServer(options: SocksServerOptions = {}): Promise<SocksServer> {
  const destinations: string[] = [];
  const site = await createRawSite((socket) => void serve(socket, options, destinations));
  return { site, destinations, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

async function serve(
  client: Socket,
  options: SocksServerOptions,
  destinations: string[],
): Promise<void> {
  const reader = new ByteReader(client);
  const { login, reply = 0, greeting } = options;
  const [, count = 0] = await reader.take(2);
  const methods = await reader.take(count);
  const method = login === undefined ? 0 : 2;
  if (greeting !== undefined) return void client.write(greeting);
  if (!methods.includes(method)) return void client.end(Buffer.from([5, 0xff]));
  client.write(Buffer.from([5, method]));
  if (login !== undefined && !(await acceptsLogin(reader, login))) {
    return void client.end(Buffer.from([1, 1]));
  }
  if (login !== undefined) client.write(Buffer.from([1, 0]));
  const { host, port } = await readRequest(reader);
  destinations.push(`${host}:${port}`);
  if (reply !== 0) return void client.end(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
  const server = connect({ host: "127.0.0.1", port: options.port ?? port });
  server.on("error", () => client.destroy());
  client.on("close", () => server.destroy());
  // The reply comes in two pieces and names its address as a host name.
  client.write(Buffer.from([5, 0, 0, 3, 4, 0x6e]));
  setImmediate(() => {
    client.write(Buffer.from([0x61, 0x6d, 0x65, 0, 80]));
    reader.release();
    client.pipe(server).pipe(client);
  });
}

async function acceptsLogin(
  reader: ByteReader,
  login: { readonly user: string; readonly password: string },
): Promise<boolean> {
  const [, userLength = 0] = await reader.take(2);
  const user = (await reader.take(userLength)).toString();
  const [passwordLength = 0] = await reader.take(1);
  const password = (await reader.take(passwordLength)).toString();
  return user === login.user && password === login.password;
}

async function readRequest(reader: ByteReader): Promise<{ host: string; port: number }> {
  const [, , , type] = await reader.take(4);
  let host: string;
  if (type === 1) host = [...(await reader.take(4))].join(".");
  else if (type === 4) host = (await reader.take(16)).toString("hex");
  else host = (await reader.take((await reader.take(1))[0] ?? 0)).toString();
  return { host, port: (await reader.take(2)).readUInt16BE() };
}

/** Hands out exact numbers of bytes. */
class ByteReader {
  readonly #socket: Socket;
  #bytes = Buffer.alloc(0);
  #wake = (): void => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", this.#onData);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    this.#wake();
  };

  async take(count: number): Promise<Buffer> {
    while (this.#bytes.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }

  release(): void {
    this.#socket.off("data", this.#onData);
    if (this.#bytes.length > 0) this.#socket.unshift(this.#bytes);
  }
}
