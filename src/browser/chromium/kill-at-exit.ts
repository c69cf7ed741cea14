const running = new Set<() => void>();

function runAll(): void {
  for (const kill of running) kill();
}

/**
 * Calls `kill` when this process exits in whatever way lets it still run code. One listener serves
 * all browsers.
 * @returns a function that takes it back
 */
export function killAtExit(kill: () => void): () => void {
  if (running.size === 0) process.on("exit", runAll);
  running.add(kill);
  return () => {
    running.delete(kill);
    if (running.size === 0) process.off("exit", runAll);
  };
}
