import type { TabDialog } from "./tab.ts";

/** How the browser stands. */
export interface ViewerState {
  /** Of the login, when it is saved. */
  readonly name: string;
  readonly expiresInMs: number;
  /** The id of the tab in front; empty without one. */
  readonly front: string;
  readonly url: string;
  readonly isLoading: boolean;
  readonly dialog: TabDialog | null;
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly url: string }[];
}

/** What the viewer's page is told. */
export type ToldMessage =
  /** The size of the page that the next picture shows, in its own pixels. */
  | { readonly type: "picture"; readonly width: unknown; readonly height: unknown }
  | ({ readonly type: "state" } & ViewerState)
  /** The login is being saved. */
  | { readonly type: "saving" }
  | { readonly type: "unsaved"; readonly message: string }
  | { readonly type: "notice"; readonly about: "file" | "address" };
