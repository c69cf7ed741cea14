import { unlessAborted, type Clock } from "../../../core/index.ts";
import type { RemoteBrowser } from "../../../browser/index.ts";
import { CdpLink, objectOf, textOf, type CdpObject } from "../../cdp-link.ts";
import {
  pictureEncoderSource,
  type PageOrder,
  type PictureEncoder,
  type SentPicture,
} from "./picture-encoder.ts";
import type { VideoChunk } from "./webm-file.ts";

/** The dependencies of an encoding page; both are borrowed. */
interface EncodingPageParts {
  readonly browser: Pick<RemoteBrowser, "attach">;
  readonly clock: Clock;
}

/** A name that no host has (RFC 2606), for WebCodecs are there on https alone. No socket is opened. */
const ADDRESS = "https://encoder.invalid/";

/** Milliseconds for a batch of pictures, on a machine that has much else to do. */
const BATCH_MS = 120_000;

/** A page of a browser that encodes VP8 with WebCodecs. */
export class EncodingPage {
  readonly #link: CdpLink;
  readonly #opened = Promise.withResolvers<void>();
  readonly #gone = new AbortController();
  #sessionId = "";
  #encoderId = "";

  private constructor(link: CdpLink) {
    this.#link = link;
    link.onevent = ({ method, params }) => {
      if (method === "Inspector.targetCrashed") this.#end("the encoding page crashed");
      if (method === "Fetch.requestPaused") this.#fulfil(textOf(params["requestId"]));
      const isOurs = objectOf(params["frame"])["url"] === ADDRESS;
      if (method === "Page.frameNavigated" && isOurs) this.#opened.resolve();
    };
    link.onclose = () => this.#end("the browser of the encoding page has ended");
  }

  /**
   * Opens a page with an encoder in it; it goes with the browser.
   * @throws BrowserError `BROWSER_LOST`; Error when the browser cannot do it; the signal's reason
   */
  static async open(
    { browser, clock }: EncodingPageParts,
    order: PageOrder,
    signal: AbortSignal,
  ): Promise<EncodingPage> {
    const page = new EncodingPage(new CdpLink(await browser.attach({ signal }), clock, BATCH_MS));
    await page.#unlessGone(page.#prepare(order), signal);
    return page;
  }

  /** @throws Error when the page cannot do it or is gone; the signal's reason */
  async encode(
    pictures: readonly SentPicture[],
    signal: AbortSignal,
  ): Promise<readonly VideoChunk[]> {
    const call = (encoder: PictureEncoder, sent: readonly SentPicture[]) => encoder.encode(sent);
    const calling = this.#run("Runtime.callFunctionOn", {
      objectId: this.#encoderId,
      functionDeclaration: `function (sent) { return (${call.toString()})(this, sent); }`,
      arguments: [{ value: pictures }],
      returnByValue: true,
    });
    const { value } = await this.#unlessGone(calling, signal);
    return Array.isArray(value) ? value.map(chunkOf) : [];
  }

  async #prepare(order: PageOrder): Promise<void> {
    const hidden = { url: "about:blank", hidden: true };
    const link = this.#link;
    const { targetId } = await link.send({ method: "Target.createTarget", params: hidden });
    const attaching = { method: "Target.attachToTarget", params: { targetId, flatten: true } };
    this.#sessionId = textOf((await link.send(attaching))["sessionId"]);
    const domains = ["Page.enable", "Fetch.enable", "Inspector.enable"];
    await Promise.all(domains.map((method) => this.#send(method)));
    const { errorText } = await this.#send("Page.navigate", { url: ADDRESS });
    if (errorText !== undefined) throw new Error(`${textOf(errorText)} at ${ADDRESS}`);
    await this.#opened.promise;
    const made = await this.#run("Runtime.evaluate", { expression: pictureEncoderSource(order) });
    this.#encoderId = textOf(made["objectId"]);
  }

  #end(reason: string): void {
    this.#gone.abort(new Error(reason));
  }

  #unlessGone<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
    return unlessAborted(work, AbortSignal.any([signal, this.#gone.signal]));
  }

  #fulfil(requestId: string): void {
    const responseHeaders = [{ name: "content-type", value: "text/html" }];
    const params = { requestId, responseCode: 200, responseHeaders, body: "" };
    this.#link.tell({ method: "Fetch.fulfillRequest", params, sessionId: this.#sessionId });
  }

  #send(method: string, params: CdpObject = {}): Promise<CdpObject> {
    return this.#link.send({ method, params, sessionId: this.#sessionId });
  }

  /** @throws Error with what was thrown in the page */
  async #run(method: string, params: CdpObject): Promise<CdpObject> {
    const { result, exceptionDetails } = await this.#send(method, {
      ...params,
      awaitPromise: true,
    });
    if (exceptionDetails === undefined) return objectOf(result);
    const thrown = objectOf(exceptionDetails);
    const said = textOf(objectOf(thrown["exception"])["description"]) || textOf(thrown["text"]);
    throw new Error(`the pictures could not be encoded: ${said.split("\n")[0]}`);
  }
}

/** @throws Error for what the page's own script never gives */
function chunkOf(given: unknown): VideoChunk {
  const { atMs, isKey, bytes } = objectOf(given);
  if (!Number.isSafeInteger(atMs)) throw new Error("the page sent a picture without a time");
  return {
    atMs: Number(atMs),
    isKey: isKey === true,
    bytes: Buffer.from(textOf(bytes), "base64"),
  };
}
