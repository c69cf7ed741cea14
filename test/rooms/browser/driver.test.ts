import type { Browser, ConnectionTransport, Page } from "puppeteer-core";
import { describe, expectTypeOf, it } from "vitest";
import type { CdpTransport, DriverBrowser, DriverPage } from "../../../src/browser/driver.ts";

describe("the driver's shapes", () => {
  it("are those of puppeteer", () => {
    expectTypeOf<Page>().toExtend<DriverPage>();
    expectTypeOf<Browser>().toExtend<DriverBrowser>();
    expectTypeOf<CdpTransport>().toExtend<ConnectionTransport>();
  });
});
