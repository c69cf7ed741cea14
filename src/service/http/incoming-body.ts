import type { IncomingMessage } from "node:http";

/**
 * The body of a request as it arrives. To cancel it only stops reading: the connection stays, so
 * that the refusal reaches the client.
 */
export function incomingBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let detach = (): void => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onData = (chunk: Uint8Array): void => {
        controller.enqueue(chunk);
        incoming.pause();
      };
      const onEnd = (): void => {
        detach();
        controller.close();
      };
      const onLost = (): void => {
        detach();
        controller.error(new Error("the connection was lost"));
      };
      detach = () => {
        incoming.off("data", onData).off("end", onEnd);
        incoming.off("error", onLost).off("close", onLost);
      };
      incoming.on("data", onData).on("end", onEnd);
      incoming.on("error", onLost).on("close", onLost);
      incoming.pause();
      if (incoming.destroyed) onLost();
    },
    pull: () => void incoming.resume(),
    cancel() {
      detach();
      incoming.pause();
    },
  });
}

/**
 * The body that a host's own parser has read, as text again. What it has read and not kept is lost.
 * @throws TypeError when the changed body is no longer JSON
 */
export function parsedBodyText(parsed: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof parsed === "string") return parsed;
  if (parsed instanceof Uint8Array) return new Uint8Array(parsed);
  return JSON.stringify(parsed);
}
