import { parentPort, type Transferable } from "node:worker_threads";
import { packError } from "./carried-error.ts";
import type { ConversionJob, ConversionReply } from "./conversion-job.ts";
import { convert } from "./convert.ts";
import { convertLine } from "./json-line.ts";

/** Converts what it is sent, one job after another. */
function answer(job: ConversionJob): void {
  try {
    if (job.kind === "page") {
      say({ kind: "result", result: convert(job.html, job.options) });
      return;
    }
    const result = convertLine(job, (id) => say({ kind: "id", id }));
    say({ kind: "result", result }, [result.line.buffer]);
  } catch (error) {
    say({ kind: "failure", error: packError(error) });
  }
}

function say(reply: ConversionReply, transferred: readonly Transferable[] = []): void {
  parentPort?.postMessage(reply, transferred);
}

parentPort?.on("message", answer);
say({ kind: "ready" });
