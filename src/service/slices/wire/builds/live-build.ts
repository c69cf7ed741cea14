/** What a build has besides its record. */
export interface LiveBuild {
  /** What the site's login asks for, by name. */
  readonly credential: Readonly<Record<string, string>>;
}
