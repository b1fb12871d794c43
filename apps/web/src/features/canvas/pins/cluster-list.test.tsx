import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ClusterList } from './cluster-list'
import type { PinModel } from '../../review/pin-model'

const nothing = () => undefined

const pinIn = (state: PinModel['state'], index: number): PinModel => ({
  key: state,
  number: index + 1,
  label: '',
  point: { x: 0, y: 0 },
  region: null,
  state,
  isUnread: false,
  canMove: false,
  preview: { commenter: 'Ana', text: 'The moon', createdAt: null },
})

test('a list that closes under the pointer leaves no comment highlighted', () => {
  const onHover = vi.fn<(key: string | null) => void>()
  const list = { anchor: document.body, pins: [pinIn('open', 0)], onChoose: nothing, onClose: nothing }
  const { unmount } = render(<ClusterList {...list} onHover={onHover} />)
  fireEvent.pointerEnter(screen.getByRole('button', { hidden: true }))
  expect(onHover).toHaveBeenLastCalledWith('open')
  unmount()
  expect(onHover).toHaveBeenLastCalledWith(null)
})

test('the list of a group says the state of each comment, as its pin does', () => {
  const pins = (['open', 'resolved', 'check', 'gone'] as const).map(pinIn)
  render(
    <ClusterList anchor={document.body} pins={pins} onChoose={nothing} onHover={nothing} onClose={nothing} />,
  )
  const words = screen.getAllByText('Ana').map((name) => name.parentElement?.textContent)
  expect(words).toEqual([
    'Comment 1 by Ana',
    'Comment 2 by Ana, resolved',
    'Comment 3 by Ana, to check',
    'Comment 4 by Ana, spot gone',
  ])
})
