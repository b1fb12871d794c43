import type { Promised } from './promise'
import { acknowledged } from './rows/r01-acknowledged'
import { retriedOnce } from './rows/r02-retried-once'
import { noHalfStates } from './rows/r03-half-states'
import { concurrentChanges } from './rows/r04-concurrent-changes'
import { databaseGone } from './rows/r05-database-gone'
import { orderlyStop } from './rows/r06-orderly-stop'
import { anyInput } from './rows/r07-any-input'
import { anyImage } from './rows/r08-any-image'
import { flatMemory } from './rows/r09-flat-memory'
import { slowClients } from './rows/r10-slow-clients'
import { flood } from './rows/r11-flood'
import { backupAndRestore } from './rows/r12-backup'
import { lostPrimary } from './rows/r13-lost-primary'
import { noHalfVersions } from './rows/r14-half-versions'
import { versionsAtOnce } from './rows/r15-versions-at-once'
import { noticesOnce } from './rows/r16-notices'
import { fullDisk } from './rows/r17-full-disk'
import { permissionTable } from './rows/s01-permissions'
import { apart } from './rows/s02-apart'
import { unguessable } from './rows/s03-unguessable'
import { noOperators } from './rows/s04-no-operators'
import { ownTokens } from './rows/s05-own-tokens'
import { loginTiming } from './rows/s06-login-timing'
import { guessing } from './rows/s07-guessing'
import { nothingRuns } from './rows/s08-nothing-runs'
import { metadata } from './rows/s09-metadata'
import { noDisguise } from './rows/s10-no-disguise'
import { spam } from './rows/s11-spam'
import { noLeaks } from './rows/s12-no-leaks'
import { headers } from './rows/s13-headers'
import { dependencies } from './rows/s14-dependencies'
import { hostileFiles } from './rows/s16-hostile-files'
import { webhooksOutside } from './rows/s17-webhooks'
import { linkPassword } from './rows/s18-link-password'
import { apiTokens } from './rows/s19-api-tokens'
import { signOn } from './rows/s20-sign-on'

/** Every promise, in the order of the table. */
export const rows: readonly Promised[] = [
  acknowledged,
  retriedOnce,
  noHalfStates,
  concurrentChanges,
  databaseGone,
  orderlyStop,
  anyInput,
  anyImage,
  flatMemory,
  slowClients,
  flood,
  backupAndRestore,
  lostPrimary,
  noHalfVersions,
  versionsAtOnce,
  noticesOnce,
  fullDisk,
  permissionTable,
  apart,
  unguessable,
  noOperators,
  ownTokens,
  loginTiming,
  guessing,
  nothingRuns,
  metadata,
  noDisguise,
  spam,
  noLeaks,
  headers,
  dependencies,
  hostileFiles,
  webhooksOutside,
  linkPassword,
  apiTokens,
  signOn,
]
