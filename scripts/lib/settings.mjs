import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { collect } from './run.mjs'
import { root } from './root.mjs'

/** The files that follow from the settings of the API, by their path. */
export async function settingFiles() {
  const { code, output } = await collect(process.execPath, ['--import', 'tsx', 'test/print-settings.ts'], {
    cwd: join(root, 'apps/api'),
  })
  if (code !== 0) throw new Error(output)
  const {
    ignorePatterns: _,
    $schema: __,
    ...options
  } = JSON.parse(await readFile(join(root, '.oxfmtrc.json'), 'utf8'))
  const files = Object.entries(JSON.parse(output)).map(async ([path, text]) => {
    if (!path.endsWith('.md')) return [path, text]
    const { code: formatted, errors } = await format(path, text, options)
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
    return [path, formatted]
  })
  return Promise.all(files)
}
