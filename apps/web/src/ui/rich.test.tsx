import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rich } from './rich'

const elements = { name: <b>Priya</b>, date: <i>today</i> }

test('the elements are where the sentence has them', () => {
  const { container } = render(<p>{rich(({ name, date }) => `On ${date} by ${name}.`, elements)}</p>)
  expect(container.innerHTML).toBe('<p>On <i>today</i> by <b>Priya</b>.</p>')
})

test('the texts in between get the element that is wanted', () => {
  const { container } = render(
    <p>
      {rich(
        ({ name }) => `By ${name}`,
        { name: elements.name },
        (text) => (
          <span>{text}</span>
        ),
      )}
    </p>,
  )
  expect(container.innerHTML).toBe('<p><span>By </span><b>Priya</b></p>')
})
