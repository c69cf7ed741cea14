import { systemIds, type Disposer } from "../../../core/index.ts";
import { createNotifier, type Notifier } from "../../../notifier/index.ts";
import type { Records } from "../../../storage/index.ts";
import { createSecret } from "../../../webhooks/index.ts";
import { keptSecret } from "../../serve/store-folder.ts";

/** What a notifier of the command line is made of. */
interface OpenNotifier {
  /** Where the folder is; nothing is kept without one. */
  readonly folder?: string;
  readonly records?: Records;
  readonly allow: readonly string[];
}

/** A notifier, and what signs its webhooks. */
export interface OpenedNotifier {
  readonly notifier: Notifier;
  readonly signingSecret: string;
}

/** @param owned disposes it */
export async function openNotifier(
  { folder, records, allow }: OpenNotifier,
  owned: Disposer,
): Promise<OpenedNotifier> {
  const make = (): string => createSecret(systemIds);
  const signingSecret =
    folder === undefined ? make() : await keptSecret(folder, "webhooks.secret", make);
  // Who types the targets may run programs anyway.
  const options = { allow, allowCommands: true, signingSecret };
  return { notifier: owned.add(createNotifier({ records }, options)), signingSecret };
}
