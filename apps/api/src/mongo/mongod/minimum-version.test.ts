import { expect, test } from 'vitest'
import { unmetMinimum } from './check-deployment'

test.each([
  ['6.0.5', '6.0.27'],
  ['6.0.27', null],
  ['7.0.27', '7.0.28'],
  ['7.0.28-rc0', '7.0.28'],
  ['7.0.40', null],
  ['8.0.13', '8.0.17'],
  ['8.0.30', null],
  ['8.2.2', '8.2.3'],
  ['8.2.3', null],
  ['8.3.0', null],
  ['10.0.0', null],
  // Series that ended before the fix.
  ['7.3.4', '8.0.17'],
  ['8.1.2', '8.2.3'],
])('MongoDB %s has to be at least %s', (version, minimum) => {
  expect(unmetMinimum(version)).toBe(minimum)
})
