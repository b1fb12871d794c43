import { afterEach, expect, test } from 'vitest'
import { rowStep } from './row-step'

afterEach(() => document.documentElement.removeAttribute('dir'))

test('the arrow keys follow the direction of writing', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Enter'].map(rowStep)).toEqual([1, -1, 0])
  document.documentElement.dir = 'rtl'
  expect(['ArrowRight', 'ArrowLeft', 'Enter'].map(rowStep)).toEqual([-1, 1, 0])
})
