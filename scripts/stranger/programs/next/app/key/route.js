import { service } from "../../lib/service.js";

// An account for whoever asks, and what runs its jobs: for the trial alone.
export async function POST() {
  const { id } = await service.accounts.create();
  const { key } = await service.keys.create(id);
  void service.run({ signal: AbortSignal.timeout(60_000) });
  return new Response(key);
}
