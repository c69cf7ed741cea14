import { startWorker } from "../../core/index.ts";
import type { AcquiredPage } from "../run/acquired-page.ts";
import { pdfToHtml } from "./pdf-layout.ts";
import type { PdfPage } from "./pdf-run.ts";
import type { ReadDocument } from "../readers/read-document.ts";
import type { ScrapeWarning } from "../scrape-result.ts";

interface TextLayer {
  readonly pages: readonly PdfPage[];
  readonly title?: unknown;
  /** Whether there were more pages than are read. */
  readonly cut: boolean;
}

/** A PDF that does not parse. */
export class UnreadablePdf extends Error {}

/**
 * The text layer of a PDF as HTML. It runs in a worker thread, which ends when the signal aborts:
 * PDFs from strangers can take any time and memory.
 * @throws UnreadablePdf; the signal's reason
 */
export async function readPdf(page: AcquiredPage, signal: AbortSignal): Promise<ReadDocument> {
  const layer = await textLayer(page.bytes, signal);
  const { title } = layer;
  const named = typeof title === "string" && title.trim() !== "" ? title.trim() : undefined;
  const html = pdfToHtml(layer.pages.map(legible), named);
  return { html, warnings: warningsOf(layer) };
}

// oxlint-disable-next-line no-control-regex -- fonts without a map give such characters.
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\ufffd]+/g;
const PRIVATE = /[\ue000-\uf8ff]/g;
/** With more of its text in characters of no agreed meaning a document is unreadable. */
const MOST_PRIVATE = 0.2;

/** What cannot be read shows as such. */
function legible(page: PdfPage): PdfPage {
  const runs = page.runs.map((run) => ({ ...run, str: run.str.replaceAll(UNREADABLE, "\ufffd") }));
  return { ...page, runs };
}

function warningsOf({ pages, cut }: TextLayer): ScrapeWarning[] {
  const warnings: ScrapeWarning[] = [];
  const texts = pages.map(({ runs }) => runs.map(({ str }) => str).join(""));
  const text = texts.join("");
  if (text === "") warnings.push("no-visible-text");
  if (texts.includes("")) warnings.push("pages-without-text");
  const unknown = text.match(PRIVATE)?.length ?? 0;
  if (text.search(UNREADABLE) !== -1 || unknown > text.length * MOST_PRIVATE) {
    warnings.push("unreadable-text");
  }
  if (cut) warnings.push("truncated");
  return warnings;
}

function textLayer(bytes: Uint8Array, signal: AbortSignal): Promise<TextLayer> {
  signal.throwIfAborted();
  const worker = startWorker({
    beside: import.meta.url,
    name: "pdf-worker",
    memoryBytes: 536_870_912,
    workerData: bytes,
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
