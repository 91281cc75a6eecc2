#!/usr/bin/env node
/**
 * Starts the server, or says why it cannot. Old syntax on purpose: a Node that cannot even read the server comes here.
 * @module
 */
"use strict";
const found = process.versions.node;
if (parseInt(found, 10) >= 20) {
  require("./start.cjs");
} else {
  process.exitCode = 1;
  process.stderr.write("pacerelle-mcp : il faut Node.js 20 ou plus récent, et l’hôte lance Node.js " + found);
  process.stderr.write(" : mettez-le à jour (https://nodejs.org), puis redémarrez l’hôte.\n");
}
