import { runTool } from './lib/tool.mjs'

await runTool('empty-trash', process.argv.slice(2))
