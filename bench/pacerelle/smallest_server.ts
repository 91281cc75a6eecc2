/**
 * The smallest stdio server that the SDK can make: one tool, nothing behind it. What Pacerelle's is measured against.
 * @module
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const server = new McpServer({ name: "smallest", version: "1" });
server.registerTool("hello", {}, () => ({ content: [{ type: "text", text: "hello" }] }));
await server.connect(new StdioServerTransport());
