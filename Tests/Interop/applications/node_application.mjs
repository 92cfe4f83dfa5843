// Node's own Request.formData (undici) behind Node's HTTP server: node_application.mjs PORT
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { Readable } from "node:stream";

const digest = (content) => createHash("sha256").update(content).digest("hex");

async function describe([name, value]) {
  if (typeof value === "string") {
    const content = Buffer.from(value);
    return { name, filename: null, type: null, size: content.length, sha256: digest(content) };
  }
  const content = Buffer.from(await value.arrayBuffer());
  return { name, filename: value.name, type: value.type, size: content.length, sha256: digest(content) };
}

createServer(async (incoming, outgoing) => {
  try {
    const request = new Request("http://localhost/", {
      method: "POST",
      headers: { "content-type": incoming.headers["content-type"] },
      body: Readable.toWeb(incoming),
      duplex: "half",
    });
    const parts = await Promise.all([...(await request.formData())].map(describe));
    outgoing.end(JSON.stringify({ parts }));
  } catch (error) {
    outgoing.statusCode = 400;
    outgoing.end(JSON.stringify({ error: String(error) }));
  }
}).listen(Number(process.argv[2]), "127.0.0.1");
