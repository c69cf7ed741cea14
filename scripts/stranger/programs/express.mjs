import { createServer } from "node:http";
import express from "express";
import { toExpress } from "dragline/service";
import { tryApi } from "./api.mjs";

await tryApi((service) => createServer(express().use("/web", toExpress(service))));
