import { click, fill, look } from "../agent/policy-model.ts";
import { page, type BuildSite } from "./build-sites.ts";

/** Orders that were placed, in words. */
export const placed: string[] = [];
const given = new Set<string>();

/** A form that orders something, with a token and a page of its own for each order. */
export const orderForm: BuildSite = {
  goal: "Order boats by name.",
  answer(arrival) {
    const { path, form, cookies, response, method } = arrival;
    if (path === "/order" && method === "POST") {
      const session = /sid=(\w+)/.exec(cookies)?.[1];
      if (!given.delete(`${session} ${form.get("csrf")}`)) {
        response.statusCode = 403;
        return page(arrival, "Refused", "<p>The form has expired.</p>");
      }
      placed.push(`${form.get("count")} of ${form.get("boat")}`);
      response.writeHead(303, { location: `/orders/${placed.length}` });
      return void response.end();
    }
    const order = placed[Number(/^\/orders\/(\d+)$/.exec(path)?.[1] ?? 0) - 1];
    if (order !== undefined) {
      const [count, boat] = order.split(" of ");
      const rows = `<tr><th>Boat<td class=b>${boat}<tr><th>Count<td class=c>${count}`;
      return page(arrival, "Thank you", `<table>${rows}</table>`);
    }
    if (path !== "/") return page(arrival, "Nothing", "");
    const [session, token] = [`s${given.size}a77`, `t0ken${given.size * 15_485_863}xyz`];
    given.add(`${session} ${token}`);
    response.setHeader("set-cookie", `sid=${session}; Path=/; HttpOnly`);
    const fields = "<label>Boat <input name=boat></label><label>Count <input name=count></label>";
    const hidden = `<input type=hidden name=csrf value="${token}">`;
    return page(
      arrival,
      "Order",
      `<form method=post action="/order">${hidden}${fields}<button>Order</button></form>`,
    );
  },
  turns: [
    fill(/"Boat"/, "Red sloop"),
    look,
    fill(/"Count"/, "3"),
    look,
    click(/button "Order"/),
    look,
  ],
  proposal: {
    name: "order_boat",
    title: "Order boats",
    description: "Orders boats of one name and says what was ordered.",
    type: "write",
    parameters: [
      { name: "boat", type: "string", description: "The boat's name.", value: "Red sloop" },
      { name: "count", type: "integer", description: "How many of them.", value: 3 },
    ],
    result: { boat: "Red sloop", count: 3 },
  },
  unseen: [{ params: { boat: "Blue yawl", count: 12 }, data: { boat: "Blue yawl", count: 12 } }],
};
