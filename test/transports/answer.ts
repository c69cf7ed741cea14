/** A JSON object as the specification draws it; members that a case reads are named by type. */
export interface Doc {
  readonly [name: string]: unknown;
  readonly id: string;
  readonly jobId: string;
  readonly job_id: string;
  readonly jobs: readonly Doc[];
  readonly next: string;
  readonly url: string;
  readonly status: string;
  readonly error: string | null;
  readonly message: string;
  readonly createdAt: string;
  readonly completedAt: string;
  readonly durationMs: number;
  readonly creditsUsed: number;
  readonly cached: boolean;
  readonly html: string;
  readonly markdown: string;
  readonly links: readonly Doc[];
  readonly results: readonly Doc[];
  readonly deliveries: readonly Doc[];
  readonly endpoints: readonly Doc[];
  readonly events: readonly string[];
  readonly data: Doc;
  readonly type: string;
  readonly secret: string;
  readonly deliveryId: string;
  readonly result_url: string;
  readonly result: Doc;
  readonly changes: readonly Doc[];
  readonly snapshots: readonly Doc[];
  readonly runs: readonly Doc[];
  readonly pages: readonly Doc[];
  readonly contentHash: string;
  readonly alertWebhookSecret: string;
  readonly diffJson: Doc;
  readonly balance: number;
  readonly used: number;
  readonly generatedJson: Doc;
  readonly screenshotUrl: string;
  readonly fullPageScreenshotUrl: string;
  readonly identity: Doc;
  readonly identities: readonly Doc[];
  readonly credential: Doc;
  readonly credentials: readonly Doc[];
  readonly identity_id: string;
  readonly credential_id: string;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  readonly json: Doc;
  /** The body as JSON that is a bare array (decisions, 0.5). */
  readonly list: readonly Doc[];
}

/** Reads an answer's body once. */
export function answerOf(status: number, headers: Headers, bytes: Uint8Array): Answer {
  return {
    status,
    headers,
    bytes,
    get text() {
      return new TextDecoder().decode(bytes);
    },
    get json() {
      return JSON.parse(this.text) as Doc;
    },
    get list() {
      const { json }: { readonly json: unknown } = this;
      if (Array.isArray(json)) return json as readonly Doc[];
      throw new TypeError(`no array: ${this.text.slice(0, 200)}`);
    },
  };
}
