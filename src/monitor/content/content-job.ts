import type {
  Body,
  BodyRules,
  BodyVerdict,
  ComparedBodies,
  ContentOutcome,
  SourcePage,
  ValueRules,
  Values,
} from "./content.ts";
import type { ContentFilters } from "./content-filters.ts";
import { filterBody } from "./filter-body.ts";
import { judgeBodies } from "./judge-bodies.ts";
import { makeBody, type MadeBody } from "./make-body.ts";
import { makeValues } from "./values/make-values.ts";

/** What a content thread is asked for. */
export type ContentJob =
  | {
      readonly kind: "body";
      readonly page: SourcePage;
      readonly rules: BodyRules;
      readonly maxLength: number;
    }
  | { readonly kind: "values"; readonly page: SourcePage; readonly rules: ValueRules }
  | { readonly kind: "lines"; readonly body: string; readonly filters: ContentFilters }
  | { readonly kind: "judge"; readonly bodies: ComparedBodies };

/** What comes of each kind of job. */
export interface ContentResults {
  readonly body: ContentOutcome<MadeBody>;
  readonly values: ContentOutcome<Values>;
  readonly lines: Body;
  readonly judge: BodyVerdict;
}

/** Does a job, in this thread. */
export function runContentJob(job: ContentJob): ContentResults[keyof ContentResults] {
  switch (job.kind) {
    case "body":
      return makeBody(job.page, job.rules, job);
    case "values":
      return makeValues(job.page, job.rules);
    case "lines":
      return filterBody(job.body, job.filters);
    default:
      return judgeBodies(job.bodies);
  }
}
