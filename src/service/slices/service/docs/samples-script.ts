/** Writes a call as curl, JavaScript and Python; part of the page's script. */
export const samplesScript = `function samples(call) {
  const url = base + call.path + (call.query === "" ? "" : "?" + call.query);
  const isOpen = call.access === "public";
  const quote = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'";
  const curl = ["curl" + (call.method === "GET" || (call.method === "POST" && call.body) ? "" : " -X " + call.method) + " " + quote(url)];
  if (!isOpen) curl.push('-H "X-API-Key: $DRAGLINE_API_KEY"');
  if (call.body) curl.push("--json " + quote(call.body));
  const headers = [];
  if (!isOpen) headers.push('"X-API-Key": process.env.DRAGLINE_API_KEY');
  if (call.body) headers.push('"Content-Type": "application/json"');
  const script = ["const answer = await fetch(" + JSON.stringify(url) + ", {", "  method: " + JSON.stringify(call.method) + ","];
  if (headers.length > 0) script.push("  headers: { " + headers.join(", ") + " },");
  if (call.body) script.push("  body: JSON.stringify(" + call.body.replaceAll("\\n", "\\n  ") + "),");
  script.push("});", call.isJson ? "console.log(await answer.json());" : "for await (const part of answer.body) process.stdout.write(part);");
  const python = ["import json, os, urllib.request", "", "request = urllib.request.Request(", "    " + JSON.stringify(url) + ",", "    method=" + JSON.stringify(call.method) + ","];
  const own = [];
  if (!isOpen) own.push('"X-API-Key": os.environ["DRAGLINE_API_KEY"]');
  if (call.body) own.push('"Content-Type": "application/json"');
  if (own.length > 0) python.push("    headers={" + own.join(", ") + "},");
  if (call.body) python.push("    data=json.dumps(json.loads(r" + '"""' + call.body + '"""' + ")).encode(),");
  python.push(")", "with urllib.request.urlopen(request) as answer:", call.isJson ? "    print(json.load(answer))" : "    print(answer.read())");
  return { curl: curl.join(" \\\\\\n  "), JavaScript: script.join("\\n"), Python: python.join("\\n") };
}`;
