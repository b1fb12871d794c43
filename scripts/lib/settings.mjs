import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { collect } from './run.mjs'
import { root } from './root.mjs'

/** The files that follow from the settings of the API, by their path. */
export async function settingFiles() {
  const { code, output } = await collect(process.execPath, ['--import', 'tsx', 'test/print-settings.ts'], {
    cwd: join(root, 'apps/api'),
  })
  if (code !== 0) throw new Error(output)
  const files = Object.entries(JSON.parse(output)).map(async ([path, text]) => {
    const options = await resolveConfig(join(root, path))
    const isMarkdown = path.endsWith('.md')
    return [path, isMarkdown ? await format(text, { ...options, filepath: path }) : text]
  })
  return Promise.all(files)
}
