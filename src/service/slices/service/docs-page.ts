/** Files of the page, by the name that they are served under, with their types. */
export const docsFiles: Readonly<Record<string, string>> = Object.freeze({
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
});

/** The name that {@link docsScript} is served under. */
export const DOCS_SCRIPT = "docs.js";

/**
 * The page that shows the description. It loads nothing from elsewhere and holds no script.
 * @param root path of the base URL: `/v1`
 */
export function docsPage(root: string): string {
  const path = escapeAttribute(root);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Dragline API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${path}/docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs" data-description="${path}/openapi.json"></div>
    <script src="${path}/docs/swagger-ui-bundle.js"></script>
    <script src="${path}/docs/${DOCS_SCRIPT}"></script>
  </body>
</html>
`;
}

/** Starts the viewer; its validator would be asked over the network. */
export const docsScript = `const place = document.getElementById("docs");
SwaggerUIBundle({
  url: place.dataset.description,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
});
`;

/** What the page may load: its own server's files, and pictures that the style sheet holds. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
