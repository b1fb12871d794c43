import { runTool } from './lib/tool.mjs'

await runTool('reset-password', process.argv.slice(2))
