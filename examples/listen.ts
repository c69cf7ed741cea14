import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of the examples, on a free loopback port. */
export interface Listening extends AsyncDisposable {
  url(path: string): string;
}

/** Lets a server listen until it is disposed. */
export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
