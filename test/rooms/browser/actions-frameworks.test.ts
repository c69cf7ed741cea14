import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { frameworkRoutes } from "../../browser-site/frameworks.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage, outcomes } from "./action-stage.ts";

const path = await chromiumPath();

/** What a visitor does with the form, which both frameworks show alike. */
const visit = [
  { type: "wait_for", selector: "form" },
  { type: "click", selector: "[name=user]" },
  { type: "write", text: "änne 😀" },
  { type: "press", key: "Tab" },
  { type: "write", text: "2024-02-29" },
  { type: "click", selector: "option[value=red]" },
  { type: "click", selector: "label" },
  { type: "click", selector: "button" },
  { type: "wait_for", selector: "#sent" },
] as const;
const sent = `{"user":"änne 😀","day":"2024-02-29","colour":"red","agreed":true}`;

describe.skipIf(path === undefined)(
  `${browserTitle("runActions", path)} on controlled forms`,
  () => {
    let stage: ActionStage;
    beforeAll(async () => {
      stage = await ActionStage.open(path ?? "", {
        ...frameworkRoutes(),
        "/react-form": `<!doctype html><meta charset="utf-8"><div id="root"></div><script src="/react.js"></script><script>
        const { createElement: h, useState } = React;
        function Form() {
          const [state, setState] = useState({ user: "", day: "", colour: "", agreed: false });
          const [sent, setSent] = useState(false);
          const put = (name, of) => (event) => setState((state) => ({ ...state, [name]: event.target[of ?? "value"] }));
          if (sent) return h("p", { id: "sent" }, JSON.stringify(state));
          return h("form", { onSubmit: (event) => { event.preventDefault(); setTimeout(() => setSent(true), 300) } },
            h("input", { name: "user", value: state.user, onChange: put("user") }),
            h("input", { type: "date", value: state.day, onChange: put("day") }),
            h("select", { value: state.colour, onChange: put("colour") }, h("option"), h("option", { value: "red" }, "red")),
            h("label", null, h("input", { type: "checkbox", checked: state.agreed, onChange: put("agreed", "checked"), style: { display: "none" } }), "I agree"),
            h("button", { disabled: !(state.user && state.day && state.colour && state.agreed) }, "Send"));
        }
        ReactDOM.createRoot(root).render(h(Form));
      </script>`,
        "/vue-form": `<!doctype html><meta charset="utf-8"><div id="app"></div><script src="/vue.js"></script><script>
        Vue.createApp({
          data: () => ({ state: { user: "", day: "", colour: "", agreed: false }, sent: false }),
          methods: { send() { setTimeout(() => { this.sent = true }, 300) } },
          template: \`<p id="sent" v-if="sent" v-text="JSON.stringify(state)"></p><form v-else @submit.prevent="send">
            <input name="user" v-model="state.user"><input type="date" v-model="state.day">
            <select v-model="state.colour"><option></option><option value="red">red</option></select>
            <label><input type="checkbox" v-model="state.agreed" style="opacity:0;width:0">I agree</label>
            <button :disabled="!(state.user && state.day && state.colour && state.agreed)">Send</button></form>\`,
        }).mount("#app");
      </script>`,
      });
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    it.each(["react", "vue"])("of %s take what is typed, chosen and checked", async (framework) => {
      const page = await stage.freshPage(`/${framework}-form`);
      expect(await outcomes(page, visit)).toEqual(visit.map(() => "done"));
      expect(await page.evaluate("document.querySelector('#sent').textContent")).toBe(sent);
    });
  },
);
