import { appendFileSync, existsSync, readFileSync } from "node:fs";
import {
  VisibilityError,
  type AnswerEngine,
  type EngineAnswer,
  type EngineCall,
  type EngineReply,
} from "dragline/visibility";
import { answerOf } from "./transports/fake-engine.ts";

/** An engine that outlives the processes which ask it: its jobs are lines of a file. */
export class LedgerEngine implements AnswerEngine {
  readonly slug: string;
  readonly label: string;
  /** Whether what it begins is not answered in time; its answer is had later. */
  isLate = false;
  readonly #file: string;

  constructor(slug: string, folder: string) {
    this.slug = slug;
    this.label = slug;
    this.#file = `${folder}/asked-${slug}`;
  }

  /** The jobs that were begun. */
  get jobs(): readonly string[] {
    return existsSync(this.#file) ? readFileSync(this.#file, "utf8").trim().split("\n") : [];
  }

  async ask({ onHandle }: EngineCall): Promise<EngineReply> {
    const handle = `${this.slug}-${this.jobs.length + 1}`;
    appendFileSync(this.#file, `${handle}\n`);
    await onHandle?.(handle);
    if (this.isLate) throw new VisibilityError("TIMEOUT", { message: "late", details: { handle } });
    return { handle, answer: this.#answer(handle) };
  }

  async collect(handle: string): Promise<EngineAnswer> {
    return this.#answer(handle);
  }

  #answer(handle: string): EngineAnswer {
    return answerOf(`The answer of ${handle}.`);
  }
}
