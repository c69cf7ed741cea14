import { describeRoutes, INTERFACE_VERSION } from "../../http/describe-routes.ts";
import { route, type DispatchRoute, type Route } from "../../http/route.ts";
import { isStorageError } from "../../../storage/index.ts";
import { ServiceError } from "../../base/service-error.ts";
import { docsFiles, docsPage, docsPolicy } from "./docs/docs-page.ts";
import { healthSchema } from "./schema.ts";

/** The dependencies of the routes about the service itself. */
interface ServiceRouteParts {
  /** Asks what every request needs whether it is there; rejects when it is not. */
  readonly probe: (call: { readonly signal: AbortSignal }) => Promise<void>;
  /** All other routes, for the description. */
  readonly routes: readonly (Route | DispatchRoute)[];
}

/** The page's files change with the package's version only. */
const DAY = "public, max-age=86400";

/** The routes about the service itself: health, description, viewer (decisions, 4.12). */
export function serviceRoutes({ probe, routes }: ServiceRouteParts): readonly Route[] {
  const all = (): readonly (Route | DispatchRoute)[] => [...routes, ...own];
  const described = description((baseUrl) => describe(baseUrl));
  const own: readonly Route[] = [health(probe), docs(all), docsFile, described];
  const describe = describeRoutes(all());
  return own;
}

const facts = {
  method: "GET",
  tag: "Service",
  family: "flat",
  errors: [],
} as const;

const perAddress = { limit: 60, per: "ip" } as const;

function health(probe: ServiceRouteParts["probe"]): Route {
  return route({
    ...facts,
    access: "public",
    path: "/health",
    operationId: "getHealth",
    summary: "Check the health of the service, its storage and its queue",
    limit: undefined,
    answers: { 200: { description: "The service is healthy.", schema: healthSchema } },
    run: async ({ signal }) => {
      try {
        await probe({ signal });
      } catch (cause) {
        signal.throwIfAborted();
        throw new ServiceError("SERVICE_UNAVAILABLE", {
          message: isStorageError(cause, "STORE_FULL")
            ? "The disk is full or nearly full: the service accepts no new work."
            : "Storage or queue cannot be reached.",
          cause,
        });
      }
      return { status: 200, json: { status: "ok", version: INTERFACE_VERSION } };
    },
  });
}

function description(describe: (baseUrl: string) => object): Route {
  return route({
    ...facts,
    access: "public",
    path: "/openapi.json",
    operationId: "getDescription",
    summary: "Get this description as OpenAPI 3.1",
    limit: perAddress,
    answers: { 200: { description: "An OpenAPI document." } },
    run: async ({ baseUrl }) => ({ status: 200, json: describe(baseUrl) }),
  });
}

function docs(rows: () => readonly (Route | DispatchRoute)[]): Route {
  return route({
    ...facts,
    access: "public",
    path: "/docs",
    operationId: "getDocs",
    summary: "Show this description as a page, with examples to try",
    limit: perAddress,
    answers: { 200: { description: "The page.", mediaType: "text/html" } },
    run: async ({ baseUrl }) => ({
      status: 200,
      body: docsPage(rows(), baseUrl),
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": docsPolicy, "referrer-policy": "no-referrer" },
    }),
  });
}

const docsFile = route({
  ...facts,
  access: "public",
  path: "/docs/{file}",
  operationId: "getDocsFile",
  summary: "Get a file of that page",
  limit: perAddress,
  answers: { 200: { description: "A script or a style sheet.", mediaType: "text/plain" } },
  errors: ["NOT_FOUND"],
  run: async ({ params }) => {
    const file = docsFiles.get(params["file"] ?? "");
    if (file === undefined) {
      throw new ServiceError("NOT_FOUND", { message: "The file does not exist." });
    }
    const { type: contentType, text: body } = file;
    return { status: 200, body, contentType, headers: { "cache-control": DAY } };
  },
});
