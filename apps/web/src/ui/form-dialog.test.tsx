import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { FormDialog } from './dialog'
import { TextField } from './field'

function Naming({ onSubmit, onClose }: Record<'onSubmit' | 'onClose', () => void>) {
  const [name, setName] = useState('')
  const form = { isDirty: name !== '', isPending: false, submit: onSubmit }
  return (
    <FormDialog open title="New project" form={form} action="Save" onClose={onClose}>
      <TextField label="Name" value={name} onChange={({ target }) => setName(target.value)} />
    </FormDialog>
  )
}

async function givenTypedName(typed: string) {
  const handlers = { onSubmit: vi.fn<() => void>(), onClose: vi.fn<() => void>() }
  render(<Naming {...handlers} />)
  const user = userEvent.setup()
  if (typed) await user.type(await screen.findByLabelText('Name'), typed)
  return { ...handlers, user }
}

const pressOutside = async (user: ReturnType<typeof userEvent.setup>) => {
  const scrim = document.querySelector('.dialog-viewport')
  if (scrim) await user.click(scrim)
}

test('a press outside closes a form only while nothing is typed', async () => {
  const empty = await givenTypedName('')
  await pressOutside(empty.user)
  expect(empty.onClose).toHaveBeenCalledOnce()
})

test('typed text stays after a press outside, is sent by Enter, and is discarded by Esc', async () => {
  const { user, onSubmit, onClose } = await givenTypedName('Poster')
  await pressOutside(user)
  expect(onClose).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Name'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
