import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import type { PressAction } from "./action.ts";
import { parseKeyChord } from "./key-chord.ts";

/** Presses a key, with its modifiers, and waits for a navigation that this began. */
export async function pressKey(call: ActionCall, { key }: PressAction): Promise<ActionOutcome> {
  const chord = parseKeyChord(key);
  if (chord === undefined) throw new ActionFault("unknown key");
  await call.keyboard.press(chord, call.signal);
  await call.tab.navigation.follow(call.signal);
  return { outcome: "done" };
}
