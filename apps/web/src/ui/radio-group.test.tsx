import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { RadioGroup } from './radio-group'

afterEach(() => document.documentElement.removeAttribute('dir'))

const choices = ['first', 'second', 'third'].map((value) => ({ value, label: value }))

function Choice() {
  const [value, setValue] = useState('first')
  return (
    <RadioGroup
      aria-label="Which"
      className=""
      choiceClass=""
      choices={choices}
      value={value}
      onChoose={setValue}
    />
  )
}

test.each([
  { dir: 'ltr', next: 'ArrowRight', previous: 'ArrowLeft' },
  { dir: 'rtl', next: 'ArrowLeft', previous: 'ArrowRight' },
])(
  'on a page that is read $dir, $next goes to the next choice, and Down does everywhere',
  async ({ dir, next, previous }) => {
    document.documentElement.dir = dir
    render(<Choice />)
    const user = userEvent.setup()
    const expectChosen = (name: string) => {
      expect(screen.getByRole('radio', { name })).toBeChecked()
      expect(screen.getByRole('radio', { name })).toHaveFocus()
    }
    await user.tab()
    await user.keyboard(`{${next}}`)
    expectChosen('second')
    await user.keyboard(`{${previous}}{${previous}}`)
    expectChosen('third')
    await user.keyboard('{ArrowUp}')
    expectChosen('second')
    await user.keyboard('{ArrowDown}')
    expectChosen('third')
  },
)
