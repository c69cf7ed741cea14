import type { Answer, Doc } from "./answer.ts";
import type { Joined } from "./joined.ts";
import type { Line, WireRequest } from "./transport.ts";

/** A call of one user; `path` is relative to the base URL. */
export interface UserRequest extends Omit<WireRequest, "body"> {
  /** Becomes JSON. */
  readonly json?: unknown;
  /** Goes out as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

/** Whoever calls the service: an account with a key, or nobody. */
export class User {
  readonly account: string;
  readonly key: string;
  readonly #line: Line;

  constructor(line: Line, account: string, key: string) {
    this.#line = line;
    this.account = account;
    this.key = key;
  }

  send({ method, path, headers, json, raw }: UserRequest): Promise<Answer> {
    const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
    return this.#line.send({
      method,
      path: `/v1${path}`,
      headers: {
        ...(this.key === "" ? {} : { "x-api-key": this.key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body,
    });
  }

  get(path: string): Promise<Answer> {
    return this.send({ method: "GET", path });
  }

  post(path: string, json?: unknown): Promise<Answer> {
    return this.send({ method: "POST", path, json });
  }

  patch(path: string, json: unknown): Promise<Answer> {
    return this.send({ method: "PATCH", path, json });
  }

  put(path: string, json: unknown): Promise<Answer> {
    return this.send({ method: "PUT", path, json });
  }

  delete(path: string): Promise<Answer> {
    return this.send({ method: "DELETE", path });
  }

  /** Asks for a WebSocket; the key goes in the header unless there are other headers. */
  upgrade(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer | Joined> {
    const own = this.key === "" ? {} : { "x-api-key": this.key };
    return this.#line.connect({ path: `/v1${path}`, headers: headers ?? own });
  }

  /** Opens a browser connection; `query` is without `?`. */
  async join(query = ""): Promise<Joined> {
    const answer = await this.upgrade(`/browser-connect?${query}`);
    if (answer.status === 101) return answer as Joined;
    throw new Error(`${query}: ${answer.status} ${(answer as Answer).text}`);
  }

  /** What a browser connection is refused with. */
  async refused(query = "", headers?: Readonly<Record<string, string>>): Promise<Answer> {
    const answer = await this.upgrade(`/browser-connect?${query}`, headers);
    if (answer.status !== 101) return answer as Answer;
    (answer as Joined).close();
    throw new Error(`${query} was not refused`);
  }

  /** Submits; gives the job's id. */
  async submit(path: string, json: unknown): Promise<string> {
    const answer = await this.post(path, json);
    if (answer.status !== 202) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json.jobId;
  }

  /** Submits a task; gives the job's id. */
  async task(action_id: string, params: object = {}, more: object = {}): Promise<string> {
    const answer = await this.post("/wire/task", { action_id, params, ...more });
    if (answer.status !== 202) throw new Error(`${action_id}: ${answer.status} ${answer.text}`);
    return answer.json.job_id;
  }

  /** Runs a task to its end. */
  async run(action_id: string, params: object = {}, more: object = {}): Promise<Doc> {
    return this.settled(`/wire/jobs/${await this.task(action_id, params, more)}`);
  }

  /** Polls until the document says so; turns of the event loop pass in between. */
  async until(path: string, isEnough: (doc: Doc) => boolean): Promise<Doc> {
    for (;;) {
      const answer = await this.get(path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      if (isEnough(answer.json)) return answer.json;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Polls until the job is settled. */
  settled(path: string): Promise<Doc> {
    return this.until(path, ({ status }) => status === "completed" || status === "failed");
  }

  /** Submits and polls to the end. */
  async finish(path: string, json: unknown): Promise<Doc> {
    const id = await this.submit(path, json);
    return this.settled(`${path.replace(/\/batch$/, "")}/${id}`);
  }

  async balance(): Promise<number> {
    return (await this.get("/credits")).json.balance;
  }
}
