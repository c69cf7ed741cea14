import { fitted } from "../messages/fit.ts";
import type { Message, MessageLine } from "../messages/message.ts";
import { reasonText, sentBy, type ServiceAnswer } from "./http-calls.ts";
import type { Sent } from "./sent.ts";
import { unfit, type Receiver, type Service } from "./service.ts";

/** Characters of a block's text. */
const MOST = 3000;
const OWN_HOOKS = "https://hooks.slack.com/";
const OWN_API = "https://slack.com/";

const form = {
  title: "Slack",
  schemes: ["slack"],
  forms: [
    "slack://TOKEN_A/TOKEN_B/TOKEN_C",
    "https://hooks.slack.com/services/A/B/C",
    "slack://xoxb-TOKEN/#CHANNEL",
  ],
} as const;

/** Channels of Slack, by an incoming webhook or by a bot. */
export const slack: Service = {
  ...form,
  read({ host, user, path }, { servers }) {
    if (/^xox[bp]-/.test(host)) return botReceiver(host, path, servers.slack);
    // A name before the first token, which Apprise takes for that of the bot, is Slack's to give.
    const [b = "", c = "", ...more] = path;
    const tokens = [host, b, c];
    if (tokens.some((token) => !/^[A-Za-z0-9]{3,60}$/.test(token)) || more.length > 0) {
      throw unfit(
        form,
        "the three parts behind hooks.slack.com/services/ are expected, and nothing else",
      );
    }
    const url = new URL(`services/${tokens.join("/")}`, servers.slack ?? OWN_HOOKS);
    const secrets = [...tokens, user];
    return {
      label: `Slack webhook of ${host}`,
      url,
      secrets,
      send: async ({ message }, { http }, signal) => {
        const answer = await http.ask({ method: "POST", url, json: slackMessage(message) }, signal);
        return sentBy(answer, { title: form.title, reason: ({ text }) => text, secrets });
      },
    } satisfies Receiver;
  },
};

function botReceiver(token: string, path: readonly string[], server = OWN_API): Receiver {
  const [channel = "", ...more] = path;
  if (!/^#?[\w.-]{1,80}$/.test(channel) || more.length > 0) {
    throw unfit(form, "one channel is expected behind the token");
  }
  const url = new URL("api/chat.postMessage", server);
  const headers = { authorization: `Bearer ${token}` };
  return {
    label: `Slack channel ${channel}`,
    url,
    secrets: [token],
    send: async ({ message }, { http }, signal) => {
      const json = { channel, unfurl_links: false, ...slackMessage(message) };
      return sentByApi(await http.ask({ method: "POST", url, headers, json }, signal), token);
    },
  };
}

/** The API refuses with 200, and says so in its JSON. */
function sentByApi(answer: ServiceAnswer, token: string): Sent {
  const { error, ok } = answer.json;
  const secrets = [token];
  const sent = sentBy(answer, { title: form.title, reason: () => error, secrets });
  if (sent.failure !== undefined || ok === true) return sent;
  const reason = reasonText(error, secrets) || "an answer that is not its API's";
  const permanent = !/^(?:ratelimited|internal_error|fatal_error|service_unavailable)$/.test(
    reason,
  );
  return { ...sent, failure: `${form.title} refused it: ${reason}`, permanent };
}

function slackMessage(message: Message): object {
  return {
    // Of notifications; the block is what is read.
    text: escaped(message.title),
    blocks: [
      {
        type: "section",
        text: { type: "mrkdwn", text: fitted(message, slackText, { most: MOST }), verbatim: true },
      },
    ],
  };
}

function slackText({ title, lines, url }: Message): string {
  const head = url === null ? `*${escaped(title)}*` : `*<${escapedUrl(url)}|${linkText(title)}>*`;
  return [head, ...lines.map(lineText)].join("\n");
}

function lineText({ kind, text }: MessageLine): string {
  if (kind === "link") return `<${escapedUrl(text)}>`;
  return kind === "heading" ? `*${escaped(text)}*` : escaped(text);
}

/** Slack's three entities; a sign of markup is kept from its partner by a joiner that nobody sees. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[*_~`]/g, "\u2060$&\u2060");
}

/** What would end the link's text is left out. */
function linkText(text: string): string {
  return escaped(text.replaceAll("|", "\u00A6"));
}

function escapedUrl(url: string): string {
  return url
    .replaceAll("&", "&amp;")
    .replaceAll("|", "%7C")
    .replaceAll(/[<>]/g, encodeURIComponent);
}
