import { pageCall } from "../page-call.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import { actionLimits } from "./action-limits.ts";
import { fileInputOf, putFile } from "./in-page/put-file.ts";
import { findElement } from "./in-page/find-element.ts";
import type { SetFileAction } from "./node-action.ts";
import { seekFrame } from "./seek-frame.ts";

const tools = { fileInputOf, findElement };

/** Chooses a file: its bytes go to the page, as the browser may be on another machine. */
export async function setFile(
  call: ActionCall,
  { target, file }: SetFileAction,
): Promise<ActionOutcome> {
  const { name, type, bytes } = file;
  const { buffer, byteOffset, byteLength } = bytes;
  const base64 = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  const frame = await seekFrame(call, target, actionLimits.missing);
  const put = pageCall(putFile, tools, { name, type, base64 });
  const fault = await frame?.evaluate(put, call.signal);
  if (frame === undefined || fault !== "") throw new ActionFault(fault ?? "gone");
  await call.tab.navigation.follow(call.signal);
  return { outcome: "done" };
}
