// Loaded before the server: its disk always seems to have room.
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

fs.statfs = async () => ({ bavail: 2 ** 40, bfree: 2 ** 40, blocks: 2 ** 40, bsize: 4_096 })
syncBuiltinESMExports()
