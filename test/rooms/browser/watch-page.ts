import type { Page } from "puppeteer-core";
import type { ActionPage } from "../../../src/browser/actions/index.ts";
import type { CdpSession } from "../../../src/browser/driver.ts";

/** A page that counts what a run holds of it. */
export function watchPage(
  page: Page,
  onSend: (method: string, params: Record<string, unknown>) => void = () => {},
) {
  let sent = 0;
  let wake = (): void => {};
  const state = {
    listeners: 0,
    attached: 0,
    opened: 0,
    /** Resolves when so many commands went out. */
    async sent(count: number): Promise<void> {
      const isMissing = (): boolean => sent < count;
      while (isMissing()) await new Promise<void>((resolve) => (wake = resolve));
    },
    page: {} as ActionPage,
  };
  state.page = {
    isClosed: () => page.isClosed(),
    on(event, listener) {
      state.listeners += 1;
      page.on(event, listener);
    },
    off(event, listener) {
      state.listeners -= 1;
      page.off(event, listener);
    },
    async createCDPSession() {
      const session: CdpSession = await page.createCDPSession();
      state.opened += 1;
      state.attached += 1;
      return {
        send(method, params) {
          const answer = session.send(method, params);
          sent += 1;
          wake();
          onSend(method, (params ?? {}) as Record<string, unknown>);
          return answer;
        },
        on: (event, listener) => session.on(event, listener),
        off: (event, listener) => session.off(event, listener),
        async detach() {
          await session.detach();
          state.attached -= 1;
        },
      };
    },
  };
  return state;
}
