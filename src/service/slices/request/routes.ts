import { route, type DispatchRoute, type Route } from "../../http/route.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { chooseTarget, showAnyJob, targetsAmong, type Targets } from "./request.ts";
import { anyDocumentSchema, requestAnswerSchema, requestBodySchema } from "./schema.ts";

const family = { family: "flat", tag: "Any job" } as const;

type Row = Route | DispatchRoute;

/** What the generic routes take. */
interface RequestParts extends Pick<ResourceParts, "jobs"> {
  /** All rows of the service. */
  readonly rows: () => readonly Row[];
}

/** The generic routes (interface, 4.3). */
export function requestRoutes({ jobs, rows }: RequestParts): Row[] {
  const targets = (): Targets => targetsAmong(rows());
  const dispatch: DispatchRoute = {
    ...family,
    access: "key",
    method: "POST",
    path: "/request",
    operationId: "submitRequest",
    summary: "Submit a job of any product by its job_type",
    limit: undefined,
    body: requestBodySchema,
    answers: {
      200: { description: "Of a search: the results.", schema: requestAnswerSchema },
      202: {
        description: "Status and body are the same as those of the product's own route.",
        schema: requestAnswerSchema,
      },
    },
    errors: [
      "INVALID_REQUEST",
      "INVALID_JOB_TYPE",
      "INSUFFICIENT_CREDITS",
      "FORBIDDEN",
      "SESSION_NOT_SAVED",
      "CONFIGURATION_ERROR",
      "SEARCH_ERROR",
      "QUEUE_ERROR",
    ],
    choose: (body) => chooseTarget(targets(), body),
  };
  const show = route({
    ...family,
    access: "key",
    method: "GET",
    path: "/request/{jobId}",
    operationId: "getRequest",
    summary: "Show any job",
    limit: undefined,
    answers: { 200: { description: "The job as it is now.", schema: anyDocumentSchema } },
    errors: ["FORBIDDEN"],
    run: (call) => showAnyJob({ jobs, targets: targets() }, call),
  });
  return [dispatch, show];
}
