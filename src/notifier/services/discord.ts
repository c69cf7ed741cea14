import { fitted } from "../messages/fit.ts";
import type { Message, MessageLine } from "../messages/message.ts";
import { sentBy } from "./http-calls.ts";
import { unfit, type Receiver, type Service } from "./service.ts";

/** Characters of a message. */
const MOST = 2000;
/** Leaves out the preview of links. */
const SUPPRESS_EMBEDS = 4;
const OWN = "https://discord.com/";

const form = {
  title: "Discord",
  schemes: ["discord"],
  forms: ["discord://WEBHOOK_ID/WEBHOOK_TOKEN", "https://discord.com/api/webhooks/ID/TOKEN"],
} as const;

/** Channels of Discord, by a webhook of theirs. */
export const discord: Service = {
  ...form,
  read({ host: id, path, query }, { servers }) {
    const [token = "", ...more] = path;
    if (!/^\d{5,25}$/.test(id) || !/^[\w-]{8,200}$/.test(token) || more.length > 0) {
      throw unfit(form, "the id is a number, and the token is letters, digits, '_' and '-'");
    }
    const url = new URL(`api/webhooks/${id}/${token}`, servers.discord ?? OWN);
    url.searchParams.set("wait", "true");
    const thread = query.get("thread");
    if (thread !== null) url.searchParams.set("thread_id", thread);
    const secrets = [token];
    return {
      label: `Discord webhook ${id}`,
      url,
      secrets,
      send: async ({ message }, { http }, signal) => {
        const json = {
          content: fitted(message, discordText, { most: MOST }),
          flags: SUPPRESS_EMBEDS,
          // Nobody is called, whatever a page says.
          allowed_mentions: { parse: [] },
        };
        const answer = await http.ask({ method: "POST", url, json }, signal);
        return sentBy(answer, {
          title: form.title,
          reason: ({ json: said }) => said["message"],
          secrets,
        });
      },
    } satisfies Receiver;
  },
};

function discordText({ title, lines, url }: Message): string {
  const link = url === null ? [] : [`<${url}>`];
  return [`**${escaped(title)}**`, ...lines.map(lineText), ...link].join("\n");
}

function lineText({ kind, text }: MessageLine): string {
  if (kind === "link") return `<${text}>`;
  return kind === "heading" ? `**${escaped(text)}**` : escaped(text);
}

/** What would be markup or a mention stands as it is; lists, headings and quotes begin lines alone. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_~|<[\]]/g, String.raw`\$&`)
    .replace(/^(\s*)([-+#>])/, String.raw`$1\$2`)
    .replace(/^(\s*\d+)\./, String.raw`$1\.`)
    .replaceAll("@", "@\u200B");
}
