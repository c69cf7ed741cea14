import type { Json } from "../../storage/index.ts";
import type { Recipe, Site } from "./action-schema.ts";

/** The description of an action, whether a recipe or the host's code runs it. */
export type ActionInfo = Pick<
  Recipe,
  | "action_id"
  | "version"
  | "name"
  | "description"
  | "tags"
  | "type"
  | "mode"
  | "auth_mode"
  | "credits_per_call"
  | "parameters"
  | "output_schema"
  | "created"
  | "updated"
>;

/** An action of a site of the catalog. */
export interface Action {
  readonly info: ActionInfo;
  readonly site: Site;
  /** The account that alone sees it; undefined for one that all see. */
  readonly owner?: string | undefined;
  /** Whether it is to be seen by all once somebody has reviewed it; not when absent. */
  readonly awaitsReview?: boolean | undefined;
  /** A recipe, or code that a host registered with `defineAction`. */
  readonly body: Recipe | ActionCode;
}

/** Code of a host's in place of a recipe; bounded by the run's deadline and its output checked as a recipe's is. */
export interface ActionCode {
  run(
    params: Readonly<Record<string, Json>>,
    context: {
      readonly signal: AbortSignal;
      readonly credential: Credential | undefined;
      /** Fetches as the run's steps do: guarded, within the hosts of the site, at its pace. */
      readonly fetch: (request: CodeRequest) => Promise<CodeAnswer>;
    },
  ): Promise<Json>;
}

/** A request of code. */
export interface CodeRequest {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** What a server answered to code. */
export interface CodeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** What a run signs in with, opened for this run alone; where it came from the runner never asks. */
export interface Credential {
  /** What `{{credential.x}}` reads: an API key, a token, a user name. */
  readonly values: Readonly<Record<string, string>>;
  /** Cookies and storage of a browser, as `dragline/browser` saves it. */
  readonly state?: Json | undefined;
}
