import { checkAccess, isVaultError, type VaultDescriptor } from "dragline/vault";
import { describe, expect, it } from "vitest";

const descriptor: VaultDescriptor = {
  type: "key_vault",
  displayName: "Key vault",
  authType: "credentials",
  browsable: true,
  containerLabel: "Vault",
  entryLabel: "Secret",
  methods: [
    {
      id: "principal",
      label: "Principal",
      fields: [
        { name: "id", label: "id", type: "text", secret: false, required: true, pattern: "^\\d+$" },
        { name: "secret", label: "secret", type: "password", secret: true, required: true },
        { name: "note", label: "note", type: "text", secret: false, required: false },
      ],
    },
  ],
};

function check(fields: object, method = "principal"): unknown {
  return checkAccess(descriptor, { method, fields: fields as Record<string, string> });
}

function refused(fields: object, method?: string) {
  try {
    check(fields, method);
  } catch (error) {
    if (isVaultError(error)) return error;
  }
  throw new Error("Expected a VaultError.");
}

describe("an access", () => {
  it("is trimmed, and what is empty is left out", () => {
    expect(check({ id: " 12\n", secret: "\ts e\n", note: "  " })).toEqual({
      method: "principal",
      fields: { id: "12", secret: "s e" },
    });
  });

  it("needs a known method and every required field", () => {
    expect(refused({}, "other")).toMatchObject({ code: "INVALID_ACCESS" });
    expect(refused({ secret: "  ", id: undefined })).toMatchObject({
      code: "INVALID_ACCESS",
      details: { missingFields: ["id", "secret"] },
    });
  });

  it("has no fields beside those of the method", () => {
    const hostile = JSON.parse('{"id":"1","secret":"x","__proto__":"y","constructor":"z"}');
    expect(refused(hostile)).toMatchObject({
      code: "UNKNOWN_FIELD",
      details: { unknownFields: ["__proto__", "constructor"] },
    });
  });

  it("holds text of bounded length that fits its pattern, which no error repeats", () => {
    for (const id of ["canary", "1".repeat(20_000), 12, null, { toString: () => "canary" }]) {
      const error = refused({ id, secret: "canary" });
      expect(error.code).toBe("INVALID_ACCESS");
      expect(error.message + JSON.stringify(error.details)).not.toContain("canary");
    }
  });
});
