import type { Action } from "../format/action.ts";
import type { Site } from "../format/action-schema.ts";

/** A question to the catalog; its parts are combined by AND. */
export interface ActionQuery {
  /** An intent in plain words. */
  readonly text?: string | undefined;
  /** Slug of a site. */
  readonly catalog?: string | undefined;
  readonly category?: string | undefined;
  readonly authMode?: "none" | "optional" | "required" | undefined;
  /** False: without those that need a credential; `authMode` wins. */
  readonly auth?: boolean | undefined;
  readonly type?: "read" | "write" | undefined;
  readonly limit?: number | undefined;
}

/** The actions that are known, as one account sees them. */
export interface Catalog {
  /** By name. */
  sites(): readonly Site[];
  site(slug: string): Site | undefined;
  /** Of a site, or all; by id. */
  actions(slug?: string): readonly Action[];
  action(id: string): Action | undefined;
  /** Best first; without a text by id. */
  resolve(query: ActionQuery): readonly Action[];
  /** This catalog and further actions, such as the private ones of an account. */
  with(actions: readonly Action[]): Catalog;
}
