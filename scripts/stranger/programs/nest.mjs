import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { toExpress } from "dragline/service";
import { tryApi } from "./api.mjs";

// eslint-disable-next-line typescript/no-extraneous-class -- a module of NestJS is such a class
class App {}
Module({})(App);

await tryApi(async (service) => {
  const app = await NestFactory.create(App, { logger: false });
  app.use("/web", toExpress(service));
  await app.init();
  return app.getHttpServer();
});
