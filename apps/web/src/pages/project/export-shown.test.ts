import { exportFilterSchema, isInRanges } from '@pinmark/shared/entities/export'
import { expect, test } from 'vitest'
import { rangesOf } from './export-shown'

test('numbers become ranges that contain exactly these numbers', () => {
  expect(rangesOf([7, 1, 2, 3, 9, 10])).toBe('1-3,7,9-10')
  expect(rangesOf([])).toBe('0')
  const numbers = [1, 2, 5, 8, 9, 10, 11, 40]
  const ranges = rangesOf(numbers)
  expect(exportFilterSchema.parse({ numbers: ranges }).numbers).toBe(ranges)
  expect(Array.from({ length: 60 }, (_one, at) => at).filter((at) => isInRanges(ranges, at))).toEqual(numbers)
})
