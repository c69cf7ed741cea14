import { Worker } from "node:worker_threads";
import type { AcquiredPage } from "./acquired-page.ts";
import { pdfToHtml, type PdfRun } from "./pdf-layout.ts";
import type { ReadDocument } from "./read-document.ts";

interface TextLayer {
  readonly pages: readonly (readonly PdfRun[])[];
  readonly title?: unknown;
}

/** A PDF that does not parse. */
export class UnreadablePdf extends Error {}

/**
 * The text layer of a PDF as HTML. It runs in a worker thread, which ends when the signal aborts:
 * PDFs from strangers can take any time and memory.
 * @throws UnreadablePdf; the signal's reason
 */
export async function readPdf(page: AcquiredPage, signal: AbortSignal): Promise<ReadDocument> {
  const { pages, title } = await textLayer(page.bytes, signal);
  const named = typeof title === "string" && title.trim() !== "" ? title.trim() : undefined;
  const empty = pages.every((runs) => runs.every(({ str }) => str.trim() === ""));
  return { html: pdfToHtml(pages, named), ...(empty ? { warnings: ["no-visible-text"] } : {}) };
}

function textLayer(bytes: Uint8Array, signal: AbortSignal): Promise<TextLayer> {
  signal.throwIfAborted();
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./pdf-worker.${extension}`, import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return new Promise((resolve, reject) => {
    const ready = Promise.withResolvers<void>();
    const settle = (act: () => void): void => {
      signal.removeEventListener("abort", onAbort);
      // Node can crash when a thread is ended while it loads its modules.
      void ready.promise.then(() => worker.terminate()).then(act);
    };
    const onAbort = (): void => settle(() => reject(signal.reason));
    signal.addEventListener("abort", onAbort, { once: true });
    worker.once("exit", () => ready.resolve());
    worker.on("message", (message: "ready" | TextLayer) => {
      if (message === "ready") ready.resolve();
      else settle(() => resolve(message));
    });
    worker.once("error", (cause) =>
      settle(() => reject(new UnreadablePdf(cause.message, { cause }))),
    );
  });
}
