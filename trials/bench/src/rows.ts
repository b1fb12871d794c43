import type { Row } from './row'
import { p01 } from './rows/p01-post-comment'
import { p02 } from './rows/p02-open-project'
import { p03 } from './rows/p03-dashboard'
import { p04 } from './rows/p04-images'
import { p05 } from './rows/p05-logins'
import { p06 } from './rows/p06-pins'
import { p07 } from './rows/p07-live'
import { p08 } from './rows/p08-start'
import { p09 } from './rows/p09-first-view'
import { p10 } from './rows/p10-upload'
import { p11 } from './rows/p11-follow'
import { p12 } from './rows/p12-compare'
import { p13 } from './rows/p13-core-loops'
import { p14 } from './rows/p14-notices'
import { p15 } from './rows/p15-memory'
import { p16 } from './rows/p16-exports'
import { s01 } from './rows/s01-two-processes'

/** In the order of the table. */
export const rows: readonly Row[] = [
  p01,
  p02,
  p03,
  p04,
  p05,
  p06,
  p07,
  p08,
  p09,
  p10,
  p11,
  p12,
  p13,
  p14,
  p15,
  p16,
  s01,
]
