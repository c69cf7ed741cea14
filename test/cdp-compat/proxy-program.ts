/** A host that is to be killed: `proxy-program.ts FOLDER SITE-PORT` says where it listens. */
import { createConnector } from "../../src/net/index.ts";
import { openProxyHost } from "./proxy-host.ts";
import { loopbackInternet } from "./loopback-internet.ts";

const [folder = "", port = "0"] = process.argv.slice(2);
const connector = createConnector(loopbackInternet(Number(port)));
const host = await openProxyHost({ folder, durable: true, connector, checkpointMs: 1000 });
process.stdout.write(`${host.url()}\n`);
