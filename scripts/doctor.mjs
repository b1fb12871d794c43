import { runTool } from './lib/tool.mjs'

await runTool('doctor', process.argv.slice(2))
