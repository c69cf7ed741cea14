import type { NewWebhookEndpoint, WebhookEndpoint } from "../../../client/index.ts";
import { csrfField } from "../../layout/layout.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Visit } from "../../page.ts";
import { filled } from "../filled.ts";

type Events = NonNullable<NewWebhookEndpoint["events"]>;

/** A form that makes or changes an endpoint. */
interface EndpointForm {
  /** Where it is sent, without the base. */
  readonly action: string;
  readonly button: string;
  /** Events that there are. */
  readonly events: readonly string[];
  /** What the fields have. */
  readonly endpoint?: Pick<WebhookEndpoint, "url" | "description" | "events"> | undefined;
}

/** Where events go, and which. */
export function endpointForm(
  { base, signedIn }: Pick<Visit, "base" | "signedIn">,
  { action, button, events, endpoint }: EndpointForm,
): Markup {
  const chosen = new Set<string>(endpoint?.events);
  const boxes: Fill = events.map(
    (name) =>
      markup`<label class="check"><input type="checkbox" name="event" value="${name}"${chosen.has(name) && markup` checked`}> ${name}</label>`,
  );
  return markup`<form method="post" action="${base}${action}" class="fields card">${csrfField(signedIn)}
<div class="row"><label class="wide">URL <input name="url" type="url" required maxlength="2048" placeholder="https://example.com/hook" value="${endpoint?.url}"></label>
<label class="wide">Description <input name="description" maxlength="500" value="${endpoint?.description}"></label></div>
<fieldset><legend>Events; none chosen means all</legend>${boxes}</fieldset>
<button class="main">${button}</button></form>`;
}

/** What the form asks. */
export function askedEndpoint(form: URLSearchParams) {
  return {
    url: filled(form, "url") ?? "",
    description: filled(form, "description") ?? null,
    // The API says which there are.
    events: form.getAll("event") as Events[number][],
  };
}
