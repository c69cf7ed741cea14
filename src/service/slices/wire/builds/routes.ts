import { route, type Route } from "../../../http/route.ts";
import { wirePrefix } from "../wire-prefix.ts";
import { listBuilds, showBuild, submitBuild, type BuildParts } from "./builds.ts";
import {
  buildAnswerSchema,
  buildBodySchema,
  buildListSchema,
  buildsQuerySchema,
  type BuildBody,
  type BuildsQuery,
} from "./schema.ts";

const { tag, prefix } = wirePrefix;
const own = { family: "nested", tag } as const;
const reads = { limit: 60, per: "user" } as const;

/** POST /wire/build-request, GET /wire/build-requests and GET /wire/build-requests/{id}. */
export function buildRoutes(parts: BuildParts): Route[] {
  return [
    route<unknown, BuildBody>({
      ...own,
      access: "key",
      method: "POST",
      path: `${prefix}/build-request`,
      operationId: "createBuildRequest",
      startsWork: true,
      summary: "Build actions of a website from a goal in words",
      limit: { limit: 30, per: "user" },
      body: buildBodySchema,
      answers: { 201: { description: "Begun.", schema: buildAnswerSchema } },
      errors: [
        "INVALID_REQUEST",
        "INSUFFICIENT_CREDITS",
        "FORBIDDEN",
        "ACTION_EXISTS",
        "BUILD_LIMIT_REACHED",
        "SERVICE_UNAVAILABLE",
      ],
      run: (call) => submitBuild(parts, call),
    }),
    route<BuildsQuery>({
      ...own,
      access: "key",
      method: "GET",
      path: `${prefix}/build-requests`,
      operationId: "listBuildRequests",
      summary: "List build requests, newest first",
      limit: reads,
      query: buildsQuerySchema,
      answers: { 200: { description: "A page of them.", schema: buildListSchema } },
      errors: ["INVALID_REQUEST"],
      run: (call) => listBuilds(parts, call),
    }),
    route({
      ...own,
      access: "key",
      method: "GET",
      path: `${prefix}/build-requests/{id}`,
      operationId: "getBuildRequest",
      summary: "Show a build request",
      limit: reads,
      answers: { 200: { description: "The request.", schema: buildAnswerSchema } },
      errors: ["FORBIDDEN"],
      run: (call) => showBuild(parts, call),
    }),
  ];
}
