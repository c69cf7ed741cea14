import type { EventMail, EventMailer } from "../../../../webhooks/index.ts";
import type { ChangePayload } from "../alerts/change-payload.ts";
import { changeStory } from "./change-story.ts";
import type { MailSender } from "./mail-sender.ts";
import { writeStory } from "./write-story.ts";

/** Sends the e-mails of webhooks; `monitor.change` is the only event that is sent by e-mail. */
export function createEventMailer(sender: MailSender): EventMailer {
  return {
    send: async (mail, signal) => {
      if (mail.event !== "monitor.change") return "mail-refused";
      const { to, deliveryId: id } = mail;
      return sender.send({ id, to, ...writeStory(changeStory(changeOf(mail))) }, { signal });
    },
  };
}

/** The body as this service wrote it. */
function changeOf({ body }: EventMail): ChangePayload {
  return JSON.parse(new TextDecoder().decode(body));
}
