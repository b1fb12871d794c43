import { expect, onTestFinished, test, vi } from 'vitest'
import { UploadBudget } from './upload-budget'

const half = 24 * 1024 * 1024
/** A sender whose upload has arrived. */
const patient = { isAwaited: () => false, end: () => undefined }

test('neither an account nor a network uses more than half of the total', () => {
  const budget = new UploadBudget(half)
  const flood = budget.open(['account a', 'network n'], patient)
  flood.take(half)

  expect(() => budget.open(['account a', 'network m'], patient).take(1)).toThrow(/Many images/)
  expect(() => budget.open(['account b', 'network n'], patient).take(1)).toThrow(/Many images/)
  const honest = budget.open(['account b', 'network m'], patient)
  honest.take(half)
  expect(() => budget.open(['account c', 'network o'], patient).take(1)).toThrow(/Many images/)

  flood.giveBack()
  honest.giveBack()
  expect(() => budget.open(['account a', 'network n'], patient).take(half)).not.toThrow()
})

test('an account that has given back takes no more', () => {
  const budget = new UploadBudget(half)
  const refused = budget.open(['account a', 'network n'], patient)
  refused.giveBack()

  expect(() => refused.take(1)).toThrow(/Many images/)
  expect(() => budget.open(['account a', 'network n'], patient).take(half)).not.toThrow()
})

test('a slow upload of those that hold most gives way to others, and no other does', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const budget = new UploadBudget(half)
  const ended: string[] = []
  const open = (name: string, bytes: number, isAwaited = true) => {
    const upload = budget.open([`network ${name}`], {
      isAwaited: () => isAwaited,
      end: () => ended.push(name),
    })
    upload.take(bytes)
    return upload
  }
  open('handled', half, false)
  const steady = open('steady', half / 2 - 200_000)
  const slow = open('slow', half / 2 - 1_000)
  expect(() => open('early', 300_000)).toThrow(/Many images/)
  clock.mockReturnValue(4_000)
  steady.take(200_000)
  clock.mockReturnValue(6_000)

  open('other', 2_000)
  expect(ended).toEqual(['slow'])
  expect(() => slow.take(1)).toThrow(/Many images/)
  slow.giveBack()
  open('more', half / 2 - 10_000)
  expect(() => open('last', 100_000)).toThrow(/Many images/)
})
