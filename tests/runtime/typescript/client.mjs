// Lists the tools of a server and calls some, with the official TypeScript client. Prints what arrives, as JSON.
//
//     node client.mjs '{"url": "http://127.0.0.1:8063/", "calls": [["list_cities", {}]]}'
//     node client.mjs '{"command": "mcp-server", "args": [], "env": {}, "calls": []}'

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { url, command, args, env, calls } = JSON.parse(process.argv[2]);
const transport = url
  ? new StreamableHTTPClientTransport(new URL(url))
  : new StdioClientTransport({ command, args, env, stderr: "inherit" });
const client = new Client({ name: "typescript-client", version: "1.0.0" });

await client.connect(transport);
// From here on, the client itself validates each structured content against the published outputSchema.
const { tools } = await client.listTools();
const results = [];
for (const [name, given] of calls) {
  results.push(await client.callTool({ name, arguments: given }));
}
await client.close();
console.log(JSON.stringify({ tools, results }));
