import { runTool } from './lib/tool.mjs'

await runTool('account', process.argv.slice(2))
