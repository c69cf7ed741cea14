import { markup, type Markup } from "../markup.ts";

/** What the page says and asks. */
interface SignInOrder {
  readonly base: string;
  /** Where to go then; a path of the dashboard's. */
  readonly next: string;
  /** Why it did not work; empty the first time. */
  readonly trouble: string;
  /** Whether there is an owner's password. */
  readonly hasOwner: boolean;
}

/** The form by which people sign in. */
export function signInForm({ base, next, trouble, hasOwner }: SignInOrder): Markup {
  return markup`<main class="door" id="main">
<h1>Dragline</h1>
<p class="quiet">Sign in with an API key of your account${hasOwner ? ", or as the owner with the password" : ""}.</p>
${trouble !== "" && markup`<p class="notice bad" role="alert">${trouble}</p>`}
<form method="post" action="${base}/sign-in">
<input type="hidden" name="next" value="${next}">
<label for="secret">API key${hasOwner ? " or owner's password" : ""}</label>
<input id="secret" name="secret" type="password" required autocomplete="current-password" spellcheck="false" autofocus>
<button class="main">Sign in</button>
</form>
<p class="quiet">The first key was printed when the service started; <code>dragline keys create</code> makes further ones. <a href="${base}/v1/docs">API docs</a></p>
</main>`;
}
