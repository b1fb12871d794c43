import { expect, test } from 'vitest'
import { UploadBudget } from './upload-budget'

const half = 24 * 1024 * 1024

test('neither an account nor a network uses more than half of the total', () => {
  const budget = new UploadBudget(half)
  const flood = budget.open(['account a', 'network n'])
  flood.take(half)

  expect(() => budget.open(['account a', 'network m']).take(1)).toThrow(/Many images/)
  expect(() => budget.open(['account b', 'network n']).take(1)).toThrow(/Many images/)
  const honest = budget.open(['account b', 'network m'])
  honest.take(half)
  expect(() => budget.open(['account c', 'network o']).take(1)).toThrow(/Many images/)

  flood.giveBack()
  honest.giveBack()
  expect(() => budget.open(['account a', 'network n']).take(half)).not.toThrow()
})

test('an account that has given back takes no more', () => {
  const budget = new UploadBudget(half)
  const refused = budget.open(['account a', 'network n'])
  refused.giveBack()

  expect(() => refused.take(1)).toThrow(/Many images/)
  expect(() => budget.open(['account a', 'network n']).take(half)).not.toThrow()
})
