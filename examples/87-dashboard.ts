// The dashboard of a service, in a server of one's own.
import { createServer } from "node:http";
import { createDashboard } from "dragline/dashboard";
import { createService, toNodeHandler, toNodeUpgrade } from "dragline/service";

await using service = createService();

// #region dashboard
const ownerPassword = process.env["OWNER_PASSWORD"] ?? "a password for this example";
const dashboard = createDashboard({ service }, { ownerPassword });
const server = createServer(toNodeHandler(dashboard)).on("upgrade", toNodeUpgrade(service));
// #endregion

server.listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const address = server.address();
const port = typeof address === "object" ? address?.port : 0;
const page = await fetch(`http://127.0.0.1:${port}/`);
console.log(page.status, new URL(page.url).pathname);
console.log(/<h1>(.*?)<\/h1>/.exec(await page.text())?.[1]);
server.closeAllConnections();
server.close();
