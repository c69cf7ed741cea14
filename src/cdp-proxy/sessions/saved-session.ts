/** A saved login: what a website stored in a browser, without the state itself. */
export interface SavedSession {
  /** UUID, lower case. */
  readonly id: string;
  readonly owner: string;
  /** 1 to 100 characters, unique for its owner. */
  readonly name: string;
  readonly websiteUrl: string | null;
  /** Host name of {@link websiteUrl}; without one, of the origin with most cookies, or null. */
  readonly websiteDomain: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** The latest expiry of a cookie; null when none has one. */
  readonly expiresAt: number | null;
  readonly cookieCount: number;
  readonly storageItemCount: number;
  /** Whether a proxy is remembered. */
  readonly hasProxy: boolean;
  /** Whether state is saved; false of one whose first save has not come. */
  readonly isSaved: boolean;
}
