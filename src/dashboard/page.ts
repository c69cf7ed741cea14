import type { Client } from "../client/index.ts";
import type { Clock } from "../core/index.ts";
import type { Service } from "../service/index.ts";
import type { Fill } from "./markup.ts";
import type { SignedIn } from "./sign-in/sessions.ts";

/** Someone who looks at a page, signed in. */
export interface Visit {
  /** The API as the account of the visit. */
  readonly api: Client;
  /** A route of the API as it answers, for what is passed on as it comes: `/request/{id}`. */
  readonly open: (path: string) => Promise<Response>;
  readonly signedIn: SignedIn;
  /** The account that is looked at: one's own, or the one that the owner has chosen. */
  readonly account: string;
  /** The service itself: for keys, and, for the owner, accounts. */
  readonly service: Pick<Service, "accounts" | "keys" | "backlog" | "browsers" | "searches">;
  /** Has the owner look at another account from the next page on. */
  readonly choose: (account: string) => Promise<void>;
  /** Of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The part of a file that a player asks for: `bytes=0-99`. */
  readonly range: string | undefined;
  /** What a page before has kept in the visitor's browser, as {@link View.keep} gave it. */
  readonly kept: string;
  /** Fields of a form that was sent; empty of a page that is looked at. */
  readonly form: URLSearchParams;
  /** The path that all paths of the dashboard begin with; empty, or `/web`. */
  readonly base: string;
  /** Where clients reach the API: `https://api.example/v1`. */
  readonly apiUrl: string;
  readonly now: number;
  /** Bounds what a page waits for. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A page to show. */
export interface View {
  /** Of the window, and above the page. */
  readonly title: string;
  readonly body: Fill;
  /** What was done, said above the page. */
  readonly said?: string;
  /** What is beside the title: buttons, links. */
  readonly beside?: Fill;
  /** @default 200 */
  readonly status?: number;
  /** Kept in the visitor's browser, where no script reads it; empty forgets what was kept. */
  readonly keep?: string;
}

/** A page to go to instead. */
export interface Move {
  /** A path of the dashboard's, without its base. */
  readonly to: string;
  /** What was done, said above that page once. */
  readonly said?: string;
  /** As of a {@link View}. */
  readonly keep?: string;
}

/** What a page answers. */
export type Outcome = View | Move | Response;

/** A row of the table of pages. */
export interface Page {
  readonly method: "GET" | "POST";
  /** With `{name}` for parameters. */
  readonly path: string;
  /** There where the owner alone may see it. */
  readonly isOwners?: true;
  /** There where it shows something also before the owner has chosen an account. */
  readonly needsNoAccount?: true;
  readonly run: (visit: Visit) => Promise<Outcome> | Outcome;
}
