import { parentPort, workerData } from "node:worker_threads";
import { extractTextItems, getDocumentProxy, getMeta } from "unpdf";

/** Reads the text layer of the PDF in `workerData` and posts it, after it has told that it runs. */
parentPort?.postMessage("ready");
const pdf = await getDocumentProxy(workerData as Uint8Array, { verbosity: 0 });
const { info } = await getMeta(pdf);
const { items } = await extractTextItems(pdf);
parentPort?.postMessage({ pages: items, title: (info as { Title?: unknown }).Title });
