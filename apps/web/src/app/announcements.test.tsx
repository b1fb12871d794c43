import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announce } from '../lib/announce'
import { Dialog } from '../ui/dialog'

test('screen readers hear an announcement while a modal dialog is open', async () => {
  announce('Comment 1 resolved')
  render(
    <>
      <button type="button">Behind</button>
      <Dialog open dismissible onClose={() => undefined} title="Export">
        <button type="button">Save</button>
      </Dialog>
    </>,
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Behind' })).not.toBeInTheDocument())
  expect(screen.getByRole('status')).toHaveTextContent('Comment 1 resolved')
})
