import { beforeAll, describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";
import { fields, identityWorld, problem } from "./identity-world.ts";

/** Every route of one identity or credential, with the body that its owner may send. */
const owned = [
  ["GET", "/wire/identities/{identity}", undefined],
  ["GET", "/legacy-wire/identities/{identity}", undefined],
  ["PATCH", "/wire/identities/{identity}", { name: "mine" }],
  ["GET", "/wire/identities/{identity}/credentials", undefined],
  [
    "POST",
    "/wire/identities/{identity}/credentials",
    { credential_type: "api_key", data: { key: "x" } },
  ],
  ["POST", "/wire/credentials/verify", { identity_id: "{identity}", params: fields }],
  ["DELETE", "/wire/credentials/{credential}", undefined],
  ["DELETE", "/wire/identities/{identity}", undefined],
] as const;

const keyed = [
  ...owned,
  ["GET", "/wire/identities", undefined],
  ["GET", "/legacy-wire/identities", undefined],
  ["POST", "/wire/identities", {}],
  ["POST", "/wire/login", {}],
] as const;

describe.each(transports)("5 owners of identities, over $name", (transport) => {
  const world = useWorld(transport, identityWorld());
  let made = { identity_id: "", credential_id: "" };
  const filled = (text: string) =>
    text.replace("{identity}", made.identity_id).replace("{credential}", made.credential_id);
  const request = (method: string, path: string, body: object | undefined) => ({
    method,
    path: filled(path),
    json: body && JSON.parse(filled(JSON.stringify(body))),
  });

  beforeAll(async () => {
    const body = { catalog_slug: "shop", params: fields };
    made = (await world.alice.post("/wire/login", body)).json;
  });

  it.each(keyed)("answers %s %s without a key with 401", async (method, path, body) => {
    const answer = await world.nobody.send(request(method, path, body));
    expect([answer.status, answer.json]).toMatchObject([401, problem("UNAUTHORIZED")]);
  });

  it.each(owned)("answers %s %s of another user with 403", async (method, path, body) => {
    const before = (await world.alice.get("/wire/identities")).json;
    const answer = await world.bob.send(request(method, path, body));
    expect([answer.status, answer.json]).toMatchObject([403, problem("FORBIDDEN")]);
    expect((await world.alice.get("/wire/identities")).json).toEqual(before);
  });

  it.each(owned)("answers %s %s of nobody with 404", async (method, path, body) => {
    const nothing = "00000000-0000-4000-8000-000000000000";
    const { json, ...rest } = request(method, path, body);
    const sent = {
      ...rest,
      path: rest.path.replace(made.identity_id, nothing).replace(made.credential_id, nothing),
      json: json && JSON.parse(JSON.stringify(json).replace(made.identity_id, nothing)),
    };
    const answer = await world.alice.send(sent);
    expect([answer.status, answer.json]).toMatchObject([404, problem("NOT_FOUND")]);
  });

  it("lists nothing of another user's, whose names are free", async () => {
    expect((await world.bob.get("/wire/identities")).json.identities).toEqual([]);
    const body = { catalog_slug: "shop", params: fields };
    const answer = await world.bob.post("/wire/login", body);
    expect(answer.json).toMatchObject({ status: "verified", identity_name: fields.email });
    expect(answer.json.identity_id).not.toBe(made.identity_id);
  });
});
