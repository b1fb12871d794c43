// Writes the files that follow from the settings.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './lib/root.mjs'
import { settingFiles } from './lib/settings.mjs'

for (const [path, text] of await settingFiles()) await writeFile(join(root, path), text)
