import { fitted } from "../messages/fit.ts";
import type { Message, MessageLine } from "../messages/message.ts";
import { reasonText, sentBy } from "./http-calls.ts";
import { unfit, type Receiver, type Service } from "./service.ts";

/** Bytes of a message; a little less than the 28 KB that Teams takes. */
const MOST_BYTES = 28_000;

const form = {
  title: "Teams",
  schemes: ["msteams", "workflows", "workflow"],
  forms: ["msteams:// and the rest of the workflow's https URL", "that URL itself"],
} as const;

/** Channels of Microsoft Teams, by the webhook of a workflow. */
export const teams: Service = {
  ...form,
  read({ scheme, host, path, text }) {
    const url =
      scheme === "msteams" ? URL.parse(text.replace(/^msteams/i, "https")) : flowUrl(host, path);
    if (url === null || !url.hostname.includes(".") || url.pathname.length < 2) {
      throw unfit(form, "'When a Teams webhook request is received' of a workflow shows the URL");
    }
    if (url.username !== "" || url.password !== "")
      throw unfit(form, "it has no user name or password");
    const secrets = [url.search.slice(1), url.searchParams.get("sig") ?? "", url.pathname];
    return {
      label: `Teams at ${url.hostname}`,
      url,
      secrets,
      send: async ({ message }, { http }, signal) => {
        const size = (json: string): number => Buffer.byteLength(json);
        const json = JSON.parse(fitted(message, cardText, { most: MOST_BYTES, size })) as object;
        const answer = await http.ask({ method: "POST", url, json }, signal);
        const reason = (): unknown => nested(answer.json["error"]) ?? answer.text;
        return sentBy(answer, { title: form.title, reason, secrets });
      },
    } satisfies Receiver;
  },
};

/** As Apprise writes it: host, workflow and signature. */
function flowUrl(host: string, [workflow = "", signature = ""]: readonly string[]): URL | null {
  if (workflow === "" || signature === "") return null;
  const url = URL.parse(
    `https://${host}/workflows/${encodeURIComponent(workflow)}/triggers/manual/paths/invoke`,
  );
  url?.searchParams.set("api-version", "2016-06-01");
  url?.searchParams.set("sp", "/triggers/manual/run");
  url?.searchParams.set("sv", "1.0");
  url?.searchParams.set("sig", signature);
  return url;
}

function nested(error: unknown): string | undefined {
  const message =
    typeof error === "object" && error !== null && "message" in error ? error.message : undefined;
  return typeof message === "string" ? reasonText(message, []) : undefined;
}

const COLOURS: Readonly<Partial<Record<MessageLine["kind"], string>>> = {
  added: "good",
  removed: "attention",
};

/** An adaptive card. Its texts are runs, in which nothing is markup. */
function cardText({ title, lines, url }: Message): string {
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    body: [
      paragraph({ type: "TextRun", text: title, weight: "bolder", size: "medium" }),
      ...lines.map(lineBlock),
    ],
    actions: url === null ? [] : [{ type: "Action.OpenUrl", title: "Open the page", url }],
  };
  const attachment = {
    contentType: "application/vnd.microsoft.card.adaptive",
    contentUrl: null,
    content: card,
  };
  return JSON.stringify({ type: "message", attachments: [attachment] });
}

function lineBlock({ kind, text }: MessageLine): object {
  const color = COLOURS[kind];
  return paragraph({
    type: "TextRun",
    // A run without a text is refused.
    text: text === "" ? " " : text,
    ...(color !== undefined && { color }),
    ...(kind === "heading" && { weight: "bolder" }),
    ...(kind === "link" && { selectAction: { type: "Action.OpenUrl", url: text } }),
  });
}

function paragraph(run: object): object {
  return { type: "RichTextBlock", spacing: "none", inlines: [run] };
}
