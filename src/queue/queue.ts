/** What every call of a port carries. */
export interface Call {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** When and under which name a job is due. */
export interface PushOptions extends Call {
  /**
   * A job with the same topic and id that has not been settled yet makes the push do nothing;
   * 1 to 256 characters. Without one it gets a random id.
   */
  readonly id?: string;
  /** Milliseconds since 1970, at most ±8640000000000000; not before. @default 0 */
  readonly runAt?: number;
  /** Of jobs that are due those with the lowest number go first; a whole number of at most ±1000. @default 0 */
  readonly priority?: number;
  /**
   * Whose job it is; 1 to 256 characters. Of the jobs that are due at one priority owners have one
   * each in turn, so that who pushes many holds up nobody else. Those without an owner go before.
   */
  readonly owner?: string | undefined;
}

/** A job that a worker holds. */
export interface Job {
  readonly id: string;
  readonly topic: string;
  /** As it was pushed: a pointer to a row, not the truth itself. At most 64 KiB of UTF-8. */
  readonly body: string;
  /** How often it was claimed, this time included; from 1. */
  readonly attempt: number;
  /** Whose it is; absent when it was pushed without. */
  readonly owner?: string;
}

/** What a worker does with a job; when it throws the job comes back after a back-off. */
export type Run = (job: Job, signal: AbortSignal) => Promise<void>;

/** How a topic is worked. */
export interface WorkOptions {
  /** Jobs at a time; from 1 to 10000. */
  readonly concurrency: number;
  /**
   * Jobs that may run beside while as many run, each of an owner of which this worker runs none; to
   * 10000. So jobs that take long do not keep the worker from other owners. @default 0
   */
  readonly aside?: number;
}

/** A worker of one topic; disposing it stops claiming and waits for the jobs that run. */
export interface Worker extends AsyncDisposable {
  /** The topic that is worked. */
  readonly topic: string;
}

/**
 * Jobs that are run at least once. A job belongs to the worker that claimed it for the time of a lease,
 * which is extended while it runs; when the worker is lost the lease ends and the job comes back. A
 * body is a pointer: the row it points to is the truth, and the handler first makes the guarded step
 * from pending to processing, so that a second run is harmless. All methods throw QueueError:
 * `INVALID_JOB`, `UNAVAILABLE`, `QUEUE_CLOSED`.
 */
export interface Queue {
  /**
   * Adds a job; false when one with that topic and id waits or runs already. A topic is any text of 1
   * to 256 characters; it needs no declaration. A push that failed with `UNAVAILABLE` may have added
   * the job: with an id it can be repeated.
   */
  push(topic: string, body: string, options: PushOptions): Promise<boolean>;

  /**
   * Runs the topic's jobs until the worker or the queue is closed; an empty queue is waited for. A
   * job whose `run` throws comes back after 1 s, doubled at each attempt up to 5 min.
   */
  work(topic: string, options: WorkOptions, run: Run): Worker;

  /** Removes a job that waits; false when it runs, is settled or never was. */
  drop(topic: string, id: string, call: Call): Promise<boolean>;

  /** How many jobs of the topic wait, those not yet due and those that run included. */
  depth(topic: string, call: Call): Promise<number>;

  /**
   * Stops claiming, lets jobs that run finish for `grace` milliseconds, then aborts their signals and
   * waits for them; what did not finish comes back at once.
   */
  close(grace: number): Promise<void>;
}
