import { expect, test } from 'vitest'
import { ByteBudget } from './budgets'

test('neither an account nor a network uses more than half of the total', () => {
  const budget = new ByteBudget(200)
  const flood = budget.take(['account a', 'network n'], 100)

  expect(budget.take(['account a', 'network m'], 1)).toBeNull()
  expect(budget.take(['account b', 'network n'], 1)).toBeNull()
  const honest = budget.take(['account b', 'network m'], 100)
  expect(honest).not.toBeNull()
  expect(budget.take(['account c', 'network o'], 1)).toBeNull()

  flood?.[Symbol.dispose]()
  honest?.[Symbol.dispose]()
  expect(budget.take(['account a', 'network n'], 100)).not.toBeNull()
})
