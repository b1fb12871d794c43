import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { RecentChanges, type Subject } from './recent-changes'

const position = (at: number) => at.toString(16).padStart(16, '0')
const [ours, other] = [new Types.ObjectId().toHexString(), new Types.ObjectId().toHexString()]
const watched = ['project', 'round', 'visit guest:ana'] as const

/** Changes of one project at the positions 1, 2, 3 and so on, after the position 0. */
function givenChanges(subjects: Subject[], { maxChanges = 100 } = {}) {
  const recent = new RecentChanges(maxChanges)
  recent.begin(position(0))
  for (const [at, subject] of subjects.entries())
    recent.add({ position: position(at + 1), project: ours, subject })
  return { recent, after: (at: number) => recent.after(position(at), ours, watched) }
}

test('a page gets each subject that changed after its position once, and threads also if they changed at it', () => {
  const { recent, after } = givenChanges([7, 'round', 'project', 7, 9, 'visit guest:ana', 'visit guest:ben'])

  expect(after(0)).toEqual(new Set([7, 'round', 'project', 9, 'visit guest:ana']))
  expect(after(3)).toEqual(new Set([7, 9, 'visit guest:ana']))
  expect(after(4)).toEqual(new Set([7, 9, 'visit guest:ana']))
  expect(after(6)).toEqual(new Set())
  for (const subject of [10, 11]) recent.add({ position: position(8), project: ours, subject })
  expect(after(8)).toEqual(new Set([10, 11]))
})

test('changes of other projects are left out', () => {
  const { recent, after } = givenChanges([1])
  recent.add({ position: position(2), project: other, subject: 2 })

  expect(after(0)).toEqual(new Set([1]))
})

test('the memory is bounded: the oldest changes are forgotten, and a page that missed them has to reload', () => {
  const { after } = givenChanges([1, 2, 3, 4, 5], { maxChanges: 3 })

  expect(after(1)).toBeNull()
  expect(after(2)).toEqual(new Set([3, 4, 5]))
  expect(after(4)).toEqual(new Set([4, 5]))
})

test('after a gap, only positions since its end are known', () => {
  const { recent, after } = givenChanges([1, 2])
  recent.begin(position(9))

  expect(after(1)).toBeNull()
  expect(after(9)).toEqual(new Set())
})
