import { createServer } from "node:http";
import { listen, type Listening } from "./listen.ts";

/** Serves two answer engines, in the formats of xAI's and Mistral's APIs, on a free loopback port. */
export function serveEngines(): Promise<Listening> {
  const server = createServer((request, response) => {
    const answer = request.url === "/responses" ? grok : mistral;
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
  });
  return listen(server);
}

const grok = {
  id: "resp_1",
  status: "completed",
  model: "grok",
  output: [
    {
      type: "message",
      content: [
        {
          type: "output_text",
          text: "For wet trails most testers name **Acme**, then Globex.",
          annotations: [
            {
              type: "url_citation",
              url: "https://trails.example/boots?utm_source=grok",
              title: "Boots",
            },
            { type: "url_citation", url: "https://www.acme.example/", title: "Acme" },
          ],
        },
      ],
    },
  ],
};

const mistral = {
  object: "conversation.response",
  outputs: [
    {
      type: "message.output",
      model: "mistral",
      content: [
        { type: "text", text: "Globex makes the boots that testers liked best." },
        { type: "tool_reference", url: "https://trails.example/boots", title: "Boots" },
      ],
    },
  ],
};
