/**
 * The least that the SDK makes a stdio server of: one tool. What Pacerelle's start-up is measured beside.
 * @module
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as z from "zod";

const server = new McpServer({ name: "bare", version: "1" });
server.registerTool(
  "echo",
  { description: "Says it again", inputSchema: { text: z.string() } },
  ({ text }: { readonly text: string }) => ({
    content: [{ type: "text", text }],
  }),
);
await server.connect(new StdioServerTransport());
