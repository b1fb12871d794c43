import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

test('screen readers know the region before its first text', async () => {
  const { announce } = await import('./announce')
  const region = screen.getByRole('status')
  expect(region).toBeEmptyDOMElement()
  announce('Comment 1 resolved')
  expect(region).toHaveTextContent('Comment 1 resolved')
})
