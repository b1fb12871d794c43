import { render, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CarriedBar } from './carried-bar'

test.each([
  [{ check: 3, followed: 0 }, 'All 3 are to check.'],
  [{ check: 2, followed: 1 }, '2 are to check.'],
  [{ check: 1, followed: 2 }, '1 comment is to check.'],
  [{ check: 0, followed: 3 }, 'All checked.'],
])('after a version could not be matched, the note says what is left to check: %o', (counts, words) => {
  const nothing = () => undefined
  const all = { ...counts, total: 3, gone: 0, pending: 0 }
  const { container } = render(<CarriedBar counts={all} hasFailed onReview={nothing} onHide={nothing} />)
  // Announcements have a region of their own.
  expect(within(container).getByRole('status')).toHaveTextContent(`Could not match this version. ${words}`)
})
