import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DesignStrip } from './design-strip'
import type { DesignTile } from './design-tile'

const tile = { thumbnail: '/t.webp', width: 1440, height: 900, open: 0, total: 0, version: 1 }
const designs: DesignTile[] = ['Landing page', 'Welcome e-mail'].map((title, index) => ({
  ...tile,
  ...{ id: `design-${index}`, title, isShown: index === 0 },
}))

function renderStrip() {
  const doNothing = () => undefined
  const actions = {
    ...{ onUpload: doNothing, onMove: doNothing, onDelete: doNothing, onAdd: doNothing },
    onRename: () => Promise.resolve(),
  }
  render(<DesignStrip designs={designs} actions={actions} onShow={doNothing} onOverview={doNothing} />)
}

test('a blank name is announced, and the field stays open', async () => {
  renderStrip()
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{F2}')
  await user.clear(screen.getByLabelText('Name of the design'))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent('Name is required.')
  expect(screen.getByLabelText('Name of the design')).toHaveFocus()
})
