import { createSite, type Site } from "dragline/testing";

const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><body>${body}</body></html>`;

/** A site on this machine that shows its tide table to those who have logged in. */
export function serveMembers(): Promise<Site> {
  return createSite({
    "/login": html(
      "Log in",
      `<form method="post" action="/session"><input name="user" placeholder="user">
        <input name="secret" type="password" placeholder="secret"><button>Log in</button></form>`,
    ),
    "/session": (request, response) => {
      let sent = "";
      request.on("data", (bytes: Buffer) => (sent += bytes.toString()));
      request.on("end", () => {
        const right = sent === "user=ada&secret=tide";
        if (right) response.setHeader("set-cookie", "member=ada; Path=/; HttpOnly");
        response.writeHead(303, { location: right ? "/tides" : "/login" }).end();
      });
    },
    "/tides": (request, response) => {
      if (request.headers.cookie !== "member=ada") {
        response.writeHead(303, { location: "/login" }).end();
        return;
      }
      response.setHeader("content-type", "text/html");
      response.end(
        html(
          "Tides",
          `<main><h1>Tides for Ada</h1><div id="table"></div></main><script>
            const rows = [["Quay", "06:12", "4.1 m"], ["Lock", "06:30", "3.8 m"]];
            table.innerHTML = "<table><tr><th>Port<th>High water<th>Height" +
              rows.map((row) => "<tr><td>" + row.join("<td>")).join("") + "</table>";
          </script>`,
        ),
      );
    },
  });
}
