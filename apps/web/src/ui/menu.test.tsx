import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button'
import { Menu } from './menu'

function givenMenu() {
  const handleRename = vi.fn<() => void>()
  render(
    <main>
      <Menu
        trigger={<Button>Actions</Button>}
        items={[
          { label: 'Rename', onSelect: handleRename },
          { label: 'Delete', onSelect: () => undefined },
        ]}
      />
    </main>,
  )
  return { handleRename, button: screen.getByRole('button', { name: 'Actions' }), user: userEvent.setup() }
}

test('its list has the name of its button', async () => {
  const { button, user } = givenMenu()
  await user.click(button)
  expect(await screen.findByRole('menu')).toHaveAccessibleName('Actions')
})

test('a click opens it; a choice acts once and returns the focus', async () => {
  const { handleRename, button, user } = givenMenu()
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  expect(handleRename).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus())
})

test.each([
  ['{Enter}', 'Rename'],
  [' ', 'Rename'],
  ['{ArrowDown}', 'Rename'],
  ['{ArrowUp}', 'Delete'],
])('the key %j opens it with %s focused, Esc closes it', async (key, focused) => {
  const { button, user } = givenMenu()
  button.focus()
  await user.keyboard(key)
  await waitFor(() => expect(screen.getByRole('menuitem', { name: focused })).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus()
})
