import { createSite, type Site } from "dragline/testing";

/**
 * A site that one logs in to with a click on `#login`: it leaves a cookie that scripts do not see, a
 * token in localStorage and another in IndexedDB. `/` says in its title who one is.
 */
export function openLoginSite(): Promise<Site> {
  return createSite({
    "/login": page("out", `<button id="login" onclick="logIn()">Log in</button>`),
    "/session": {
      headers: { "set-cookie": "sid=secret-cookie; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax" },
    },
    "*": page("home", "<p>home</p>"),
  });
}

/** What `/` finds in its storage, as an expression. */
export const storedTokens = "stored()";

function page(title: string, body: string): string {
  return `<!doctype html><title>${title}</title>${body}<script>
    const opened = () => new Promise((resolve, reject) => {
      const request = indexedDB.open("app", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("tokens");
      request.onsuccess = () => resolve(request.result);
      request.onerror = reject;
    });
    const ended = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = reject;
    });
    async function logIn() {
      await fetch("/session");
      localStorage.setItem("token", "secret-token");
      const base = await opened();
      const write = base.transaction("tokens", "readwrite");
      write.objectStore("tokens").put("secret-row", "key");
      await new Promise((resolve) => { write.oncomplete = resolve });
      base.close();
      document.title = "in";
    }
    async function stored() {
      const base = await opened();
      const row = await ended(base.transaction("tokens").objectStore("tokens").get("key"));
      base.close();
      return [localStorage.getItem("token"), row ?? null];
    }
  </script>`;
}
