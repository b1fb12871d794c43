import { runTool, typedPath } from './lib/tool.mjs'

await runTool('restore', process.argv.slice(2).map(typedPath))
