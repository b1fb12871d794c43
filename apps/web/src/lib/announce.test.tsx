import { render, screen, waitFor } from '@testing-library/react'
import { Dialog } from '../ui/dialog'
import { expect, test } from 'vitest'

test('screen readers know the region before its first text', async () => {
  const { announce } = await import('./announce')
  const region = screen.getByRole('status')
  expect(region).toBeEmptyDOMElement()
  announce('Comment 1 resolved')
  expect(region).toHaveTextContent('Comment 1 resolved')
})

test('screen readers hear a text while a modal dialog is open', async () => {
  const { announce } = await import('./announce')
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
