import { setImmediate as turn } from "node:timers/promises";
import { systemClock } from "dragline";
import type { Records } from "dragline/storage";
import { signedIn } from "./transports/fake-wire.ts";
import { call, identityRig, order } from "./rooms/service/slices/wire/logins/identity-rig.ts";
import { openRecords } from "./rooms/storage/open-records.ts";

// One life of a process that signs in, verifies or removes: identities-kill-child.ts KIND TARGET DEED AFTER.
// It dies in that many-th use of the store, and ends by itself where there are fewer.

const [kind = "", target = "", deed = "", after = "0"] = process.argv.slice(2);
let left = Number(after);

function reach(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}

/** Counts every use of the store. */
function watched(records: Records): Records {
  return new Proxy(records, {
    get(store, name) {
      const member: unknown = Reflect.get(store, name);
      if (typeof member !== "function") return member;
      return async (...args: unknown[]): Promise<unknown> => {
        const outcome: unknown = Reflect.apply(member, store, args);
        void turn().then(reach);
        return await outcome;
      };
    },
  });
}

await using store = await openRecords(kind, target);
const rig = identityRig(watched(store), { clock: systemClock });
const { logins, store: identities, runner, sources } = rig;
runner.logins.set("shop", () => {
  const result = signedIn();
  return { ...result, credential: { values: { login: "new" } } } as typeof result;
});
const [identity] = await identities.list("ann", {}, call);
const [credential] = identity?.credentials ?? [];
const [source] = deed.endsWith("source") ? await sources.list("ann", {}, call) : [];
if (source !== undefined && deed === "rotate source") {
  const access = { method: "token", fields: { pin: "new" } };
  await sources.change(source, { displayName: "new", access }, call);
}
if (source !== undefined && deed === "verify source") await sources.verify(source, call);
if (source !== undefined && deed === "remove source") {
  await sources.remove(source.id, { deletesIdentities: false }, call);
}
if (deed === "log-in") await logins.logIn(order("main"), call);
if (deed === "remove") await identities.remove(identity?.id ?? "", call);
if (deed === "verify" && identity !== undefined && credential !== undefined) {
  const { site, fields } = order("main");
  await logins.verify({ identity, credential }, { site, fields }, call);
}
