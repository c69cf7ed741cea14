import type { Doc, User } from "../transports/index.ts";

/** Has a monitor checked by POST run, and waits for the end; gives the run. */
export async function checkMonitor(user: User, id: string): Promise<Doc> {
  const started = await user.post(`/monitors/${id}/run`);
  if (started.status !== 200) throw new Error(`${started.status} ${started.text}`);
  const isOver = ({ runs: [newest] }: Doc) => newest?.status !== "processing";
  const [run] = (await user.until(`/monitors/${id}/runs`, isOver)).runs;
  if (run === undefined) throw new Error("there is no run");
  return run;
}
