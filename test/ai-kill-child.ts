import { createService } from "dragline/service";
import { createSessionStore } from "dragline/cdp-proxy";
import { FsBlobs } from "dragline/storage/fs";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeModel, FakeVisitor } from "./transports/fakes.ts";
import { Gate } from "./transports/gate.ts";

// A process of the service that takes a task in, with a saved session and a secret, tells its parent
// that the model is at work, and is killed.

const [folder = "", ring = "", secret = ""] = process.argv.slice(2);
const call = { signal: new AbortController().signal };
const records = new SqliteRecords({}, { path: `${folder}/store` });
const secrets = ["a test's secret of 32 characters"];
const blobs = new FsBlobs({}, { folder: `${folder}/blobs`, baseUrl: "http://127.0.0.1/", secrets });
const sealer = new Sealer({ records, ring: KeyRing.parse(ring) });
const model = new FakeModel();
const browser = new FakeVisitor(new Gate());
const service = createService({ records, blobs, sealer, model, browser });
const { id: account } = await service.accounts.create({ credits: 12 });
const { key } = await service.keys.create(account);
const reserved = await createSessionStore({ records, blobs, sealer }).reserve(
  { owner: account, name: "mine" },
  call,
);
const { id: session } = await reserved.save({ state: { cookies: [], origins: [] } }, call);
await reserved.release();
const atWork = Promise.withResolvers<void>();
model.act = () => {
  atWork.resolve();
  return new Promise(() => {});
};
const response = await service.fetch(
  new Request("http://service.test/v1/ai/evaluate", {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({
      prompt: `Log in with ${secret}.`,
      session_id: session,
      secret_values: { word: secret },
      async: true,
    }),
  }),
);
const { workflow_id: task } = (await response.json()) as { readonly workflow_id: string };
await atWork.promise;
process.send?.({ key, session, task });
// Until it is killed.
setInterval(() => {}, 60_000);
