import type { IncomingMessage, ServerResponse } from "node:http";

/** Pages whose text a case changes: those below `/board`. A status from 400 is a page that fails. */
export class Board {
  readonly #pages = new Map<string, string | number>();
  /** Paths in the order in which they were asked for. */
  readonly asked: string[] = [];

  /** Puts up a page: its text, or the status that it fails with. */
  put(path: string, page: string | number): void {
    this.#pages.set(path, page);
  }

  drop(path: string): void {
    this.#pages.delete(path);
  }

  readonly route = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? "", "http://site");
    this.asked.push(pathname);
    const page = this.#pages.get(pathname) ?? 404;
    response.statusCode = typeof page === "number" ? page : 200;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(typeof page === "number" ? "" : this.#shown(page));
  };

  #shown(text: string): string {
    return `<!doctype html><html lang="en"><head><title>Board</title></head><body><main>${text}</main></body></html>`;
  }
}
