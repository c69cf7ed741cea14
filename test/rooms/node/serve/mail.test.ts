import { describe, expect, it } from "vitest";
import { openMailbox } from "../../service/slices/monitors/mail/mailbox.ts";
import { run } from "../run.ts";
import { served } from "./served.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const MAIL_FROM = "Alerts <alerts@example.com>";

/** What `dragline serve` says when it cannot start. */
async function failure(env: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  const { code, stderr } = await run(["serve", "--port=0", `--data=${folder}`], { env });
  return [code, stderr];
}

describe("SMTP_URL", () => {
  it("is where alerts by e-mail go", async () => {
    await using box = await openMailbox();
    const env = { SMTP_URL: box.url, MAIL_FROM };
    const service = await served({ folder: await temporaryFolder(), env });
    const monitor = { url: "https://example.com/", intervalMinutes: 43_200, isActive: false };
    const alertEmails = "ada@example.com";
    const created = await service.call("POST /monitors", { ...monitor, alertEmails });
    expect(created.status).toBe(201);
    const tested = await service.call(`POST /monitors/${String(created.json["id"])}/test-alert`);
    expect(tested).toMatchObject({ status: 200, json: { success: true, status: null } });
    expect(box.got).toMatchObject([{ from: "alerts@example.com", to: ["ada@example.com"] }]);
    expect(box.got[0]?.raw).toContain("Subject: Test alert: example.com");
    expect(await service.stop()).toBe(0);
  });

  it.each([
    [{ SMTP_URL: "smtp://mail.example" }, "SMTP_URL needs MAIL_FROM"],
    [{ MAIL_FROM }, "MAIL_FROM needs SMTP_URL"],
    [{ SMTP_URL: "http://u:secret@mail.example", MAIL_FROM }, "SMTP_URL: expected smtp://"],
    [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "Ada" }, "MAIL_FROM: Option 'from'"],
  ])("is refused at the start when it is not complete: %o", async (env, message) => {
    const [code, stderr] = await failure({ ...env });
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).not.toContain("secret");
  });

  it("is tried out by doctor", async () => {
    await using box = await openMailbox();
    const bare = { PATH: "", PUPPETEER_CACHE_DIR: await temporaryFolder() };
    const env = { ...bare, SMTP_URL: box.url, MAIL_FROM };
    const good = await run(["doctor"], { env });
    expect(good.stdout).toMatch(
      /^found +Mail server +answers at 127\.0\.0\.1:\d+; mails come from/m,
    );
    const away = { ...env, SMTP_URL: "smtp://ada:secret@127.0.0.1:1" };
    const bad = await run(["doctor"], { env: away });
    expect(bad.stdout).toMatch(/^failed +Mail server .*ECONNREFUSED/m);
    expect([bad.code, bad.stdout.includes("ada:secret")]).toEqual([1, false]);
  });
});
