import type { Action } from "../wire/index.ts";
import type { Json } from "../storage/index.ts";
import type { Clock, Ids } from "../core/index.ts";
import type { Fetcher } from "../fetcher/index.ts";
import {
  createRunner,
  readAction,
  type Credential,
  type Pace,
  type Runner,
} from "../wire/index.ts";
import { CaseRecorder } from "./case-recorder.ts";
import { draftLogin, sendsSecret } from "./draft-login.ts";
import { draftRecipe, type DraftDepth } from "./draft-recipe.ts";
import { draftSite, type LoginDraft } from "./draft-site.ts";
import type { Exchange } from "./exchange.ts";
import type { Proposal } from "./proposal.ts";
import { proveRecipe } from "./prove-recipe.ts";
import { shapeOf } from "./result-shape.ts";

/** An action that was built and proved. */
export interface BuiltAction {
  readonly action: Action;
  /** As a file of a catalog's `actions` folder. */
  readonly recipe: Json;
  /** As a catalog's `site.json`. */
  readonly site: Json;
  /** The platform of the catalog whose action it is a copy of; absent of one that was built anew. */
  readonly platform?: string | undefined;
  /** The runs that proved it, one of an action that writes; as files of a catalog's `cases` folder. */
  readonly cases: readonly Json[];
}

/** The dependencies of a drafter. */
interface DrafterParts {
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly pace: Pace | false | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly credential: Readonly<Record<string, string>>;
  readonly websiteUrl: string;
  readonly slug: string;
  /** The catalog's own site; one is drafted when absent. */
  readonly site: Json | undefined;
  readonly day: string;
}

/** From what suffices most often to what takes most from before. */
const depths: readonly DraftDepth[] = [
  { links: false, state: false },
  { links: true, state: false },
  { links: false, state: true },
  { links: true, state: true },
];

/** Drafts actions of traffic and proves them. */
export class ActionDrafter {
  readonly #parts: DrafterParts;
  readonly #recorder: CaseRecorder;
  readonly #runner: Runner;
  #hosts: readonly string[] = [];

  constructor(parts: DrafterParts) {
    const { fetcher, pace, clock, ids } = parts;
    this.#parts = parts;
    this.#recorder = new CaseRecorder(fetcher);
    this.#runner = createRunner({ fetcher: this.#recorder, clock, ids }, { pace });
  }

  /** An action that holds, or why there is none. @throws the signal's reason */
  async draft(
    exchanges: readonly Exchange[],
    proposal: Proposal,
    signal: AbortSignal,
  ): Promise<BuiltAction | { readonly fault: string }> {
    const { credential, slug, day } = this.#parts;
    const [runner, recorder] = [this.#runner, this.#recorder];
    const shape = shapeOf(proposal.result);
    if (shape === undefined)
      return { fault: "A result must be an object with members or a list with items." };
    const login = draftLogin(exchanges, credential);
    const signedIn = login === undefined ? undefined : await this.#signIn(login, signal);
    if (signedIn !== undefined && "fault" in signedIn) return signedIn;
    const own = exchanges.filter((one) => !sendsSecret(one, credential));
    let fault = "";
    // What reads shows by itself what it does not need; what writes is not tried.
    for (const depth of proposal.type === "read" ? depths : depths.slice(-1)) {
      const parts = { exchanges: own, proposal, shape, secrets: credential, slug, day };
      const draft = draftRecipe({ ...parts, needsLogin: login !== undefined }, depth);
      if ("fault" in draft) return draft;
      const site = this.#siteOf(draft.hosts, login);
      const actionId = `${slug}.${proposal.name}`;
      const of = { runner, recorder, exchanges: own, proposal, shape, site, actionId };
      const proof = { ...of, credential: signedIn?.credential, signal };
      const proved = await proveRecipe(draft.recipe, proof);
      if ("fault" in proved) {
        fault ||= proved.fault;
        continue;
      }
      this.#hosts = [...this.#hosts, ...draft.hosts];
      return { ...proved, site };
    }
    return { fault };
  }

  #siteOf(hosts: readonly string[], login: LoginDraft | undefined): Json {
    const { websiteUrl, slug, day, site } = this.#parts;
    const all = [new URL(websiteUrl).hostname, ...this.#hosts, ...hosts];
    return site ?? draftSite({ websiteUrl, slug, day, hosts: all, login });
  }

  /** Signs in by the login as it was done; one that lets everybody in is none. */
  async #signIn(
    login: LoginDraft,
    signal: AbortSignal,
  ): Promise<{ readonly credential: Credential } | { readonly fault: string }> {
    const { credential } = this.#parts;
    const runner = this.#runner;
    const { site } = readAction(probeOf(this.#parts), this.#siteOf([], login));
    const right = await runner.logIn(site, { params: credential, signal });
    if (right.status === "refused") {
      return { fault: `The login did not work without the browser: ${right.error.message}` };
    }
    const params = Object.fromEntries(
      Object.entries(credential).map(([name, value]) => [name, `${value}-not`]),
    );
    const wrong = await runner.logIn(site, { params, signal });
    if (wrong.status === "refused") return { credential: right.credential };
    return { fault: "A successful login looks the same as a refused one." };
  }
}

/** A recipe of the site, by which the site is read. */
function probeOf({ slug, websiteUrl, day }: DrafterParts): Json {
  return {
    format: 1,
    action_id: `${slug}.open_site`,
    name: "Open the site",
    description: "Opens the site's first page to check that the site answers.",
    type: "read",
    parameters: [],
    steps: [{ kind: "request", id: "page", url: websiteUrl, type: "text" }],
    output: null,
    output_schema: {},
    created: day,
    updated: day,
  };
}
