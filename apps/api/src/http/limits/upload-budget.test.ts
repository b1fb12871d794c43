import { expect, test } from 'vitest'
import { UploadBudget } from './upload-budget'

const half = 24 * 1024 * 1024

test('neither an account nor a network uses more than half of the total', () => {
  const budget = new UploadBudget(half)
  const flood = budget.take(['account a', 'network n'], half)

  expect(budget.take(['account a', 'network m'], 1)).toBeNull()
  expect(budget.take(['account b', 'network n'], 1)).toBeNull()
  const honest = budget.take(['account b', 'network m'], half)
  expect(honest).not.toBeNull()
  expect(budget.take(['account c', 'network o'], 1)).toBeNull()

  flood?.[Symbol.dispose]()
  honest?.[Symbol.dispose]()
  expect(budget.take(['account a', 'network n'], half)).not.toBeNull()
})

test('an upload of the largest size fits, however large that is', () => {
  const budget = new UploadBudget(10 * half)

  expect(budget.take(['account a', 'network n'], 10 * half)).not.toBeNull()
  expect(budget.take(['account b', 'network m'], 10 * half)).not.toBeNull()
})
