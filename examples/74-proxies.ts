// Proxies by country: the German one for de, another for every other country, and a provider of your own.
import { createServer, request as ask } from "node:http";
import { createFetcher, staticProxies, type ProxyProvider } from "dragline/fetcher";
import { connect } from "node:net";
import { createSite } from "dragline/testing";
import { listen } from "./listen.ts";

/** A proxy of HTTP that says who it is. */
async function serveProxy(name: string) {
  const server = createServer((request, response) => {
    console.log(name, "forwards", request.method);
    const onward = ask(request.url ?? "", { headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  server.on("connect", (request, socket) => {
    console.log(name, "opens a tunnel");
    const [host, port] = (request.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
    socket.on("error", () => target.destroy());
  });
  return listen(server);
}

await using site = await createSite({ "/": "<h1>Prices</h1>" });
await using german = await serveProxy("the German proxy");
await using other = await serveProxy("the other proxy");

// #region lists
const proxies = staticProxies({
  de: [german.url("/")], // http://user:password@proxy.example:8080
  "*": [other.url("/")], // every country without a list of its own
});
await using fetcher = createFetcher({ proxies }, { allow: ["127.0.0.1"] });
await fetcher.fetch(site.url("/"), { country: "de" });
await fetcher.fetch(site.url("/"), { country: "fr" });
// #endregion

// #region provider
const own: ProxyProvider = {
  proxyFor({ country = "us", session }) {
    if (country === "us") return undefined; // directly
    const url = new URL(german.url("/"));
    url.username = `country-${country}${session === undefined ? "" : `-session-${session}`}`;
    url.password = "secret";
    return url;
  },
};
// #endregion
await using second = createFetcher({ proxies: own }, { allow: ["127.0.0.1"] });
await second.fetch(site.url("/"), { country: "de" });
const { status } = await second.fetch(site.url("/"), { country: "us" });
console.log("directly:", status);
