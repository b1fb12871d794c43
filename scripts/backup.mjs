import { runTool, typedPath } from './lib/tool.mjs'

await runTool('backup', process.argv.slice(2).map(typedPath))
