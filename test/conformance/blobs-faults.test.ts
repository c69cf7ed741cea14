import { posix } from "node:path";
import type { Blobs } from "dragline/storage";
import { MemoryBlobs } from "dragline/storage/memory";
import { blobsCases, FakeClock, type BlobsSubject } from "dragline/testing";
import { describe, expect, it } from "vitest";

interface Whole extends BlobsSubject {
  readonly blobs: MemoryBlobs;
}

/** What a faulty subject does differently. */
type Fault = (whole: Whole) => Partial<Omit<BlobsSubject, "blobs">> & { blobs?: Partial<Blobs> };

const signal = new AbortController().signal;

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Every method with the key that `change` makes of it. */
function renamed(blobs: Blobs, change: (key: string) => string): Partial<Blobs> {
  return {
    put: (key, body, options) => blobs.put(change(key), body, options),
    get: (key, options) => blobs.get(change(key), options),
    remove: (key, call) => blobs.remove(change(key), call),
    signedUrl: (key, options) => blobs.signedUrl(change(key), options),
  };
}

const faults: Readonly<Record<string, Fault>> = {
  "the end of a range is left out": ({ blobs }) => ({
    blobs: {
      get(key, { range, ...rest }) {
        if (range?.end === undefined) return blobs.get(key, { ...rest, ...(range && { range }) });
        const end = Math.max(range.start, range.end - 1);
        return blobs.get(key, { ...rest, range: { start: range.start, end } });
      },
    },
  }),
  "a range begins one byte late": ({ blobs }) => ({
    blobs: {
      async get(key, options) {
        const blob = await blobs.get(key, options);
        if (blob === undefined || options.range === undefined) return blob;
        const body = new Blob([(await bytesOf(blob.body)).slice(1)]).stream();
        return { ...blob, body };
      },
    },
  }),
  "a range behind the end is empty": ({ blobs }) => ({
    blobs: {
      async get(key, options) {
        return blobs.get(key, options).catch(async (error: unknown) => {
          const whole = await blobs.get(key, { signal: options.signal });
          if (whole === undefined || options.range === undefined) throw error;
          await whole.body.cancel();
          return { ...whole, start: options.range.start, body: new Blob([]).stream() };
        });
      },
    },
  }),
  "the content type is lost": ({ blobs }) => ({
    blobs: { put: (key, body, options) => blobs.put(key, body, { signal: options.signal }) },
  }),
  "the content type of the old blob stays": ({ blobs }) => ({
    blobs: {
      async put(key, body, options) {
        const old = await blobs.get(key, { signal: options.signal });
        await old?.body.cancel();
        const { contentType = options.contentType } = old ?? {};
        return blobs.put(key, body, { ...options, ...(contentType && { contentType }) });
      },
    },
  }),
  "a put is seen half-way": ({ blobs }) => ({
    blobs: {
      async put(key, body, options) {
        if (!(body instanceof ReadableStream)) return blobs.put(key, body, options);
        const [first, whole] = body.tee();
        const { value } = await first.getReader().read();
        await blobs.put(key, value ?? new Uint8Array(0), options);
        return blobs.put(key, whole, options);
      },
    },
  }),
  "a put that fails removes the old blob": ({ blobs }) => ({
    blobs: {
      put: (key, body, options) =>
        blobs.put(key, body, options).catch(async (error: unknown) => {
          await blobs.remove(key, { signal });
          throw error;
        }),
    },
  }),
  "a put does not cancel its body": ({ blobs }) => ({
    blobs: {
      put(key, body, options) {
        if (!(body instanceof ReadableStream)) return blobs.put(key, body, options);
        const reader = body.getReader();
        const pull = async (
          controller: ReadableStreamDefaultController<Uint8Array>,
        ): Promise<void> => {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        };
        return blobs.put(key, new ReadableStream({ pull, cancel: () => {} }), options);
      },
    },
  }),
  "keys are told apart without case": ({ blobs }) => ({
    blobs: renamed(blobs, (key) => (typeof key === "string" ? key.toLowerCase() : key)),
  }),
  "keys are taken for paths": ({ blobs }) => ({
    blobs: renamed(blobs, (key) => (key ? posix.normalize(key) : key)),
  }),
  "keys are brought to one Unicode form": ({ blobs }) => ({
    blobs: renamed(blobs, (key) => (typeof key === "string" ? key.normalize("NFC") : key)),
  }),
  "long keys are cut": ({ blobs }) => ({
    blobs: renamed(blobs, (key) => (typeof key === "string" ? key.slice(0, 255) : key)),
  }),
  "remove always tells that there was one": ({ blobs }) => ({
    blobs: { remove: (key, call) => blobs.remove(key, call).then(() => true) },
  }),
  "remove only hides the blob from get": ({ blobs }) => {
    const hidden = new Set<string>();
    return {
      blobs: {
        remove: async (key, call) => {
          const known = await blobs.get(key, call);
          await known?.body.cancel();
          return known !== undefined && !hidden.has(key) && hidden.add(key).size > 0;
        },
        get: async (key, options) => (hidden.has(key) ? undefined : blobs.get(key, options)),
      },
    };
  },
  "the bytes of a stream are shared with its source": ({ blobs }) => {
    const shared = new Map<string, Uint8Array>();
    return {
      blobs: {
        async put(key, body, options) {
          if (body instanceof Uint8Array) shared.set(key, body);
          return blobs.put(key, body, options);
        },
        async get(key, options) {
          const blob = await blobs.get(key, options);
          const bytes = shared.get(key);
          if (blob === undefined || bytes === undefined || options.range) return blob;
          const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
            if (bytes.byteLength > 0) controller.enqueue(bytes);
            controller.close();
          };
          return { ...blob, body: new ReadableStream<Uint8Array>({ start }) };
        },
      },
    };
  },
  "a body is read from the blob that is there when it is read": ({ blobs }) => ({
    blobs: {
      async get(key, options) {
        const blob = await blobs.get(key, options);
        if (blob === undefined) return undefined;
        await blob.body.cancel();
        const pull = async (
          controller: ReadableStreamDefaultController<Uint8Array>,
        ): Promise<void> => {
          const now = await blobs.get(key, options);
          const bytes = now && (await bytesOf(now.body));
          if (bytes !== undefined && bytes.byteLength > 0) controller.enqueue(bytes);
          controller.close();
        };
        return { ...blob, body: new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }) };
      },
    },
  }),
  "the signal of a get does not end its body": ({ blobs }) => ({
    blobs: {
      async get(key, options) {
        options.signal.throwIfAborted();
        return blobs.get(key, { ...options, signal });
      },
    },
  }),
  "close does nothing": () => ({ blobs: { close: async () => {} } }),
  "an expired URL is accepted": () => ({ elapse: async () => {} }),
  "a URL is good for a day": ({ blobs }) => ({
    blobs: {
      signedUrl: (key, options) => blobs.signedUrl(key, { expiresInMs: 86_400_000, ...options }),
    },
  }),
  "the signature is not over the key": ({ blobs }) => ({
    async read(url) {
      const expires = new URL(url).searchParams.get("expires");
      const response = await blobs.serve(new Request(url));
      if (expires === null || response.ok) return response;
      const blob = await blobs.get(new URL(url).searchParams.get("key") ?? "?", { signal });
      return blob ? new Response(Buffer.from(await bytesOf(blob.body))) : response;
    },
  }),
  "a URL needs its blob to be there": ({ blobs }) => ({
    blobs: {
      async signedUrl(key, options) {
        const known = await blobs.get(key, options);
        await known?.body.cancel();
        if (known === undefined) throw new Error("there is no such blob");
        return blobs.signedUrl(key, options);
      },
    },
  }),
};

/** The first promise that the faulty subject breaks. */
async function broken(fault: Fault): Promise<string | undefined> {
  const cases = blobsCases(async () => {
    const clock = new FakeClock();
    const blobs = new MemoryBlobs({ clock });
    const whole: Whole = {
      blobs,
      read: (url) => blobs.serve(new Request(url)),
      elapse: (ms) => clock.advance(ms),
      [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
    };
    const { blobs: changed, ...rest } = fault(whole);
    const methods: Blobs = {
      put: (key, body, options) => blobs.put(key, body, options),
      get: (key, options) => blobs.get(key, options),
      remove: (key, call) => blobs.remove(key, call),
      signedUrl: (key, options) => blobs.signedUrl(key, options),
      close: () => blobs.close(),
    };
    return { ...whole, ...rest, blobs: { ...methods, ...changed } };
  });
  for (const promise of cases) {
    const kept = await promise.run().then(
      () => true,
      () => false,
    );
    if (!kept) return promise.title;
  }
  return undefined;
}

describe("blobsCases", () => {
  it("finds nothing where there is no fault", async () => {
    expect(await broken(() => ({}))).toBeUndefined();
  });

  it.each(Object.entries(faults))("finds that %s", async (_, fault) => {
    expect(await broken(fault)).toBeTypeOf("string");
  });
});
