import { route, type Route } from "../../http/route.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { showJob } from "../../base/job-answer.ts";
import { submittedSchema } from "../../base/schema.ts";
import { submitMap } from "./map.ts";
import { mapBodySchema, mapJobSchema, type MapBody } from "./schema.ts";

/** POST /map and GET /map/{id}. */
export function mapRoutes(parts: ResourceParts): Route[] {
  return [
    route<unknown, MapBody>({
      method: "POST",
      path: "/map",
      jobType: "map",
      operationId: "createMap",
      startsWork: true,
      tag: "Map",
      summary: "Find the URLs of a site",
      family: "flat",
      access: "key",
      limit: { limit: 60, per: "user" },
      body: mapBodySchema,
      answers: { 202: { description: "Accepted.", schema: submittedSchema } },
      errors: [
        "INVALID_REQUEST",
        "INSUFFICIENT_CREDITS",
        "FORBIDDEN",
        "SESSION_NOT_SAVED",
        "QUEUE_ERROR",
      ],
      run: (call) => submitMap(parts, call),
    }),
    route({
      method: "GET",
      path: "/map/{id}",
      operationId: "getMap",
      tag: "Map",
      summary: "Show a map job",
      family: "flat",
      access: "key",
      limit: undefined,
      answers: { 200: { description: "The job.", schema: mapJobSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => showJob(parts.jobs, "map", call),
    }),
  ];
}
