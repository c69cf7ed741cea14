type Connection = Promise<{ disconnect(): void }>;

/** What BullMQ's queues and workers speak to Redis through. */
interface Connections {
  readonly client: Connection;
  readonly blockingClient: Connection | undefined;
}

/**
 * Ends the connections of an engine that BullMQ has closed: when they had lost their server it
 * leaves them to come back, again and again, which keeps the process alive.
 */
export function endConnections({ client, blockingClient }: Connections): void {
  for (const connection of [client, blockingClient]) {
    connection?.then(
      (each) => each.disconnect(),
      () => {},
    );
  }
}
