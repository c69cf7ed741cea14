import { fitted } from "../messages/fit.ts";
import type { Message, MessageLine } from "../messages/message.ts";
import { escapeHtml } from "./escape-html.ts";
import { sentBy } from "./http-calls.ts";
import { unfit, type Receiver, type Service } from "./service.ts";

/** Characters of a message. */
const MOST = 4096;
const OWN = "https://api.telegram.org/";

const form = {
  title: "Telegram",
  schemes: ["tgram", "telegram"],
  forms: ["tgram://BOT_TOKEN/CHAT_ID"],
} as const;

/** Chats of Telegram, by a bot. */
export const telegram: Service = {
  ...form,
  read({ host, path, query }, { servers }) {
    const token = host.replace(/^bot/i, "");
    const [chat = "", ...more] = path;
    if (!/^\d{3,20}:[\w-]{10,100}$/.test(token)) {
      throw unfit(
        form,
        "the token of a bot is a number, a colon and letters, as BotFather gives it",
      );
    }
    if (!/^(?:-?\d{1,20}|@[A-Za-z]\w{2,63})$/.test(chat) || more.length > 0) {
      throw unfit(form, "one chat is expected: its number, or @ and the name of a channel");
    }
    const topic = query.get("topic");
    if (topic !== null && !/^\d{1,15}$/.test(topic)) throw unfit(form, "'topic' takes a number");
    const base = servers.telegram ?? OWN;
    const url = new URL(`./bot${token}/sendMessage`, base.endsWith("/") ? base : `${base}/`);
    const secrets = [token, token.slice(token.indexOf(":") + 1)];
    return {
      label: `Telegram chat ${chat}`,
      url,
      secrets,
      send: async ({ message }, { http }, signal) => {
        const json = {
          chat_id: chat,
          text: fitted(message, telegramHtml, { most: MOST }),
          parse_mode: "HTML",
          link_preview_options: { is_disabled: true },
          ...(topic !== null && { message_thread_id: Number(topic) }),
        };
        const answer = await http.ask({ method: "POST", url, json }, signal);
        return sentBy(answer, {
          title: form.title,
          reason: ({ json: said }) => said["description"],
          secrets,
        });
      },
    } satisfies Receiver;
  },
};

function telegramHtml({ title, lines, url }: Message): string {
  const link = url === null ? [] : [escapeHtml(url)];
  return [`<b>${escapeHtml(title)}</b>`, ...lines.map(lineHtml), ...link].join("\n");
}

function lineHtml({ kind, text }: MessageLine): string {
  return kind === "heading" ? `<b>${escapeHtml(text)}</b>` : escapeHtml(text);
}
