/**
 * The house's own lint rules: a module says what it is for before anything else; nothing is exported by default; zod is
 * imported so that a bundle can leave out what is not used.
 * @module
 */

const plugin: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "module-doc": {
      create(context) {
        return {
          Program(node) {
            const text = context.sourceCode.text;
            if (/(^|\/)(tests|bench)\//.test(context.filename) || text.trim() === "") return;
            const opening = text.replace(/^(?:(?:#!|\/\/\/).*\n)+/, "").trimStart();
            const doc = /^\/\*\*[\s\S]*?\*\//.exec(opening)?.[0];
            if (doc === undefined || !doc.includes("@module")) {
              context.report({
                node,
                message: "A module opens with a /** … @module */ of a few lines that says what it is for.",
              });
            }
          },
        };
      },
    },
    "zod-namespace": {
      create(context) {
        return {
          ImportDeclaration(node) {
            if (node.source.value !== "zod" || node.importKind === "type") return;
            if (node.specifiers.every(({ type }) => type === "ImportNamespaceSpecifier")) return;
            context.report({
              node,
              message:
                'Write `import * as z from "zod"`: by name, every bundle holds the whole of zod, its 64 languages too.',
              fix: (fixer) => fixer.replaceText(node, 'import * as z from "zod";'),
            });
          },
        };
      },
    },
    "no-default-export": {
      create(context) {
        return {
          ExportDefaultDeclaration(node) {
            if (/(^|\/)scripts\/lint\//.test(context.filename)) return;
            context.report({ node, message: "Export by name: a default export has no name of its own." });
          },
        };
      },
    },
  },
};

export default plugin;
