import type { Disposer } from "../../core/index.ts";
import { createMailSender, type MailSender } from "../../service/index.ts";
import type { Environment } from "../examine/finding.ts";
import { smtpTransport } from "./smtp-transport.ts";
import { startStep } from "./start-step.ts";

/**
 * What sends mails, where the environment names a server; undefined without `SMTP_URL`. The server is
 * not asked: mails that it does not take are sent again later.
 * @param owned closes it
 * @throws Error that says which variable it was
 */
export async function openMail(
  env: Environment,
  owned: Disposer,
  signal: AbortSignal,
): Promise<MailSender | undefined> {
  const [url, from] = [env["SMTP_URL"], env["MAIL_FROM"]];
  if (!url) {
    if (from) throw new Error("MAIL_FROM needs SMTP_URL, the mail server");
    return undefined;
  }
  if (!from) throw new Error("SMTP_URL needs MAIL_FROM, the sender address");
  const transport = await startStep("SMTP_URL", signal, () => smtpTransport(url));
  owned.defer(async () => transport.close());
  return startStep("MAIL_FROM", signal, () => createMailSender({ transport }, { from }));
}
