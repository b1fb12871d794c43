import type { Row } from './row'
import { p01 } from './rows/p01-post-comment'
import { p02 } from './rows/p02-open-project'
import { p03 } from './rows/p03-dashboard'
import { p04 } from './rows/p04-images'

/** In the order of the table. */
export const rows: readonly Row[] = [p01, p02, p03, p04]
