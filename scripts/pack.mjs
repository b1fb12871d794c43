// Makes the package for `npx pinmark`.
import { stat } from 'node:fs/promises'
import { pack } from './lib/pack.mjs'

const path = await pack()
console.log(`${path} (${((await stat(path)).size / 1e6).toFixed(1)} MB)`)
