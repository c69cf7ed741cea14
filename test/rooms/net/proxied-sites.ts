import { text } from "node:stream/consumers";
import { createSite } from "dragline/testing";
import { createConnector, type Connection } from "../../../src/net/index.ts";
import { createAuthority, createCertificate } from "../../certificates.ts";
import { tableResolver } from "./recorders.ts";

/** Answers for the names in the proxies' tests. */
export const resolver = () =>
  tableResolver({
    "site.test": ["127.0.0.1"],
    "proxy.test": ["127.0.0.1"],
    "private.test": ["10.0.0.1"],
  });

/** A site over HTTP, one over TLS, and connectors that trust both. */
export async function createProxiedSites() {
  const issuer = await createAuthority();
  const certificate = await createCertificate({ names: ["site.test", "proxy.test"], issuer });
  const plain = await createSite({ "/": "plain" });
  const secure = await createSite({ "/": "secure" }, { tls: certificate });
  return {
    plain,
    secure,
    certificate,
    connector: () =>
      createConnector({ resolver: resolver() }, { allow: ["site.test"], ca: certificate.ca }),
    async [Symbol.asyncDispose]() {
      await plain[Symbol.asyncDispose]();
      await secure[Symbol.asyncDispose]();
    },
  };
}

/** Sends a request by hand and reads the whole answer. */
export function get({ socket }: Connection): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n");
  return text(socket);
}
