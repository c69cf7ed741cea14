import assert from "node:assert/strict";
import {
  isVaultError,
  type VaultAccess,
  type VaultError,
  type VaultLocator,
  type VaultProvider,
} from "../vault/index.ts";
import { neverAborts } from "../core/index.ts";
import type { Case } from "./case.ts";

/** A provider over a vault that holds what the test gave it. */
export interface VaultSubject extends AsyncDisposable {
  readonly provider: VaultProvider;
  /** An access that is accepted. */
  readonly access: VaultAccess;
  /** An access of the right shape that the vault refuses. */
  readonly refused: VaultAccess;
  /** Names of the access's fields that are secret, with their values. */
  readonly secretFields: Readonly<Record<string, string>>;
  /** Id of a container that holds the entry of `locator`. */
  readonly container: string;
  /** A container's id of the right shape that the access does not have. */
  readonly unknownContainer: string;
  /** A place of a value, and the value. */
  readonly locator: VaultLocator;
  readonly value: string;
  /** A property that the entry does not have. */
  readonly unknownProperty: string;
}

type Run = (subject: VaultSubject) => Promise<void>;

const call = Object.freeze({ signal: neverAborts() });

/**
 * The promises of the port {@link VaultProvider}; `make` gives a subject for each case, which disposes it.
 * @see {@link recordsCases} for an example
 */
export function vaultCases(make: () => Promise<VaultSubject>): Case[] {
  return Object.entries({ ...promises, ...refusals }).map(([title, run]) => ({
    title,
    async run() {
      await using subject = await make();
      await run(subject);
    },
  }));
}

const promises: Readonly<Record<string, Run>> = {
  "the descriptor is what requests can be made from": async ({ provider, access }) => {
    const { type, methods, displayName, containerLabel, entryLabel } = provider.descriptor;
    assert.match(type, /^[a-z0-9_]{1,64}$/);
    assert.notEqual(type, "providers");
    for (const text of [displayName, containerLabel, entryLabel]) assert.notEqual(text, "");
    assert.ok(methods.some(({ id }) => id === access.method));
    for (const { fields } of methods) {
      const names = fields.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
      for (const { pattern = "" } of fields) assert.doesNotThrow(() => new RegExp(pattern));
    }
  },

  "settings are shown without secrets": async ({ provider, access, secretFields }) => {
    const told = JSON.stringify(provider.configOf(access));
    for (const secret of Object.values(secretFields)) assert.ok(!told.includes(secret));
  },

  "an access is verified, and may be again": async ({ provider, access, container }) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const { vaults } = await provider.verify(access, call);
      assert.ok(vaults.some(({ id }) => id === container));
      const names = vaults.map(({ name }) => name);
      assert.deepEqual(names, names.toSorted());
    }
  },

  "what is listed can be read, and holds no value": async (subject) => {
    const { provider, access, container, locator, value } = subject;
    if (!provider.descriptor.browsable) return;
    const containers = await provider.containers(access, call);
    assert.ok(containers.some(({ id }) => id === container));
    const entries = await provider.entries(access, container, call);
    assert.ok(entries.some(({ id }) => id === locator.key));
    assert.ok(!JSON.stringify([containers, entries]).includes(value));
    const titles = entries.map(({ title }) => title);
    assert.deepEqual(titles, titles.toSorted());
    const counted = containers.find(({ id }) => id === container)?.itemCount;
    assert.ok(counted === undefined || counted >= entries.length);
  },

  "values come back by the names of their places": async (subject) => {
    const { provider, access, locator, value } = subject;
    const locators = { password: locator, constructor: locator };
    assert.deepEqual(
      { ...(await provider.read(access, locators, call)) },
      {
        password: value,
        constructor: value,
      },
    );
    assert.deepEqual({ ...(await provider.read(access, {}, call)) }, {});
  },

  "questions at once do not meet": async ({ provider, access, refused, locator, value }) => {
    const [read, failure, again] = await Promise.all([
      provider.read(access, { a: locator }, call),
      failureOf(provider.verify(refused, call)),
      provider.read(access, { b: locator }, call),
    ]);
    assert.deepEqual([{ ...read }, { ...again }], [{ a: value }, { b: value }]);
    assert.equal(failure.code, "SOURCE_AUTH_FAILED");
  },
};

const refusals: Readonly<Record<string, Run>> = {
  "a refused access is SOURCE_AUTH_FAILED, without its secrets": async (subject) => {
    const { provider, refused, container, locator, secretFields } = subject;
    const questions = [
      () => provider.verify(refused, call),
      () => provider.read(refused, { password: locator }, call),
      ...(provider.descriptor.browsable
        ? [
            () => provider.containers(refused, call),
            () => provider.entries(refused, container, call),
          ]
        : []),
    ];
    for (const ask of questions) {
      const failure = await failureOf(ask());
      assert.equal(failure.code, "SOURCE_AUTH_FAILED");
      const secrets = [...Object.values(secretFields), ...secretsOf(provider, refused)];
      for (const secret of secrets) {
        assert.ok(!`${failure.stack} ${JSON.stringify(failure.details)}`.includes(secret));
      }
    }
  },

  "a method or fields that are not documented are refused": async ({ provider, access }) => {
    const { method, fields } = access;
    const wrong: readonly (readonly [VaultAccess, string])[] = [
      [{ method: "none of these", fields }, "INVALID_ACCESS"],
      [{ method, fields: {} }, "INVALID_ACCESS"],
      [{ method, fields: { ...fields, surprise: "x" } }, "UNKNOWN_FIELD"],
    ];
    for (const [given, code] of wrong) {
      assert.throws(
        () => provider.configOf(given),
        (error) => isVaultError(error) && error.code === code,
      );
      assert.equal((await failureOf(provider.verify(given, call))).code, code);
    }
  },

  "an unknown container or key is SOURCE_ITEM_NOT_FOUND": async (subject) => {
    const { provider, access, unknownContainer, locator } = subject;
    const places = [
      { ...locator, container: unknownContainer },
      { ...locator, key: "nobody-knows" },
      { ...locator, key: "__proto__" },
    ];
    for (const place of places) {
      const failure = await failureOf(provider.read(access, { password: place }, call));
      assert.equal(failure.code, "SOURCE_ITEM_NOT_FOUND");
    }
    if (!provider.descriptor.browsable) return;
    const failure = await failureOf(provider.entries(access, unknownContainer, call));
    assert.equal(failure.code, "SOURCE_ITEM_NOT_FOUND");
  },

  "a field that the entry lacks is SOURCE_FIELD_MISSING": async (subject) => {
    const { provider, access, locator, unknownProperty } = subject;
    const lacking = { ...locator, property: unknownProperty };
    const locators = { otp: lacking, password: locator, pin: lacking };
    const failure = await failureOf(provider.read(access, locators, call));
    assert.equal(failure.code, "SOURCE_FIELD_MISSING");
    assert.deepEqual(failure.details.missingFields, ["otp", "pin"]);
  },

  "an ended call rejects with the signal's reason": async ({ provider, access, locator }) => {
    const reason = new Error("enough");
    const ended = { signal: AbortSignal.abort(reason) };
    const isReason = (error: unknown): boolean => error === reason;
    await assert.rejects(provider.verify(access, ended), isReason);
    await assert.rejects(provider.read(access, { password: locator }, ended), isReason);
  },
};

function secretsOf({ descriptor }: VaultProvider, { method, fields }: VaultAccess): string[] {
  const known = descriptor.methods.find(({ id }) => id === method)?.fields ?? [];
  return known.flatMap(({ name, secret }) => (secret ? [fields[name] ?? ""] : []));
}

async function failureOf(question: Promise<unknown>): Promise<VaultError> {
  const failure: unknown = await question.then(
    () => new Error("It was answered."),
    (error: unknown) => error,
  );
  if (isVaultError(failure)) return failure;
  throw new assert.AssertionError({ message: `Expected a VaultError; got ${String(failure)}` });
}
