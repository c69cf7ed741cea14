/**
 * What may be lost and has no query: the face that Keyv 5 and 6 share, so that any Keyv adapter
 * plugs in. Keys are non-empty strings; values are plain data and come back as copies.
 */
export interface Cache {
  /** The value; undefined when there is none or its time is up. */
  get(key: string): Promise<unknown>;
  /**
   * Keeps a value in the place of the one that was there.
   * @param ttl milliseconds until it is forgotten; without one the store's own limits decide
   */
  set(key: string, value: unknown, ttl?: number): Promise<unknown>;
  /** Forgets a value; gives whether there was one. */
  delete(key: string): Promise<boolean>;
}
