// The API under /web in an Express app, with its WebSocket: the app keeps its pages and its own
// WebSockets, and unmodified Puppeteer connects to a browser.
import { createServer } from "node:http";
import express from "express";
import puppeteer from "puppeteer-core";
import { createService, toExpress, toNodeUpgrade } from "dragline/service";
import { listen } from "./listen.ts";
import { servePages } from "./serve-pages.ts";

await using pages = await servePages();
await using service = createService({}, { allow: ["127.0.0.1"] });

// #region mount
const app = express();
app.get("/", (_, response) => response.send("the app's own page"));
app.use("/web", toExpress(service));

const server = createServer(app);
server.on("upgrade", toNodeUpgrade(service, { basePath: "/web", leaveOthers: true }));
// #endregion
server.on("upgrade", ({ url }, socket) => {
  if (url === "/chat") socket.end("HTTP/1.1 404 Not Found\r\nX-From: the app\r\n\r\n");
});
await using site = await listen(server);

const { id } = await service.accounts.create({ name: "Ada" });
const { key } = await service.keys.create(id);

const home = await fetch(site.url("/"));
console.log(await home.text());
const health = await fetch(site.url("/web/v1/health"));
console.log("health:", health.status);

// #region connect
const address = `${site.url("/web/v1/browser-connect").replace("http", "ws")}?api_key=${key}`;
const browser = await puppeteer.connect({ browserWSEndpoint: address });
const page = await browser.newPage();
const answer = await page.goto(pages.url("/harbour.html"));
console.log("through the browser:", answer?.status(), await page.title());
await browser.close();
// #endregion

const chat = new WebSocket(site.url("/chat").replace("http", "ws"));
await new Promise((resolve) => chat.addEventListener("error", resolve));
console.log("/chat is the app's own");
