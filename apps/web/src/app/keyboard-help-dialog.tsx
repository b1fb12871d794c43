import { m } from '@pinmark/words/messages'
import { Fragment, useRef } from 'react'
import { chooseSingleKeys, setKeyboardHelpOpen, submitKeys, useSingleKeys } from '../lib/shortcuts'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Switch } from '../ui/switch'

/** The keys of `features/review/keys.ts`, and those that other parts handle. */
const shortcuts = [
  { keys: ['C'], does: () => m.keys_add() },
  { keys: ['N', 'P'], does: () => m.keys_walk() },
  { keys: ['R'], does: () => m.keys_resolve() },
  { keys: ['M'], does: () => m.keys_move() },
  { keys: ['Shift C'], does: () => m.keys_hide() },
  { keys: ['+', '−'], does: () => m.keys_zoom() },
  { keys: ['0'], does: () => m.zoom_fit_width() },
  { keys: ['[', ']'], does: () => m.keys_designs() },
  { keys: ['G'], does: () => m.keys_overview() },
  { keys: ['F2', 'Del'], does: () => m.keys_design() },
  { keys: ['V'], does: () => m.keys_compare() },
  { keys: ['F'], does: () => m.keys_expand() },
  { keys: [submitKeys], does: () => m.keys_send() },
  { keys: ['F6'], does: () => m.keys_note() },
  { keys: ['Esc'], does: () => m.keys_back() },
  { keys: ['?'], does: () => m.keys_help() },
]

const close = () => setKeyboardHelpOpen(false)

export function KeyboardHelpDialog() {
  const isOn = useSingleKeys()
  const list = useRef<HTMLDListElement>(null)
  return (
    <Dialog
      open
      onClose={close}
      dismissible
      title={m.keys_title()}
      initialFocus={list}
      footer={<Button onClick={close}>{m.action_done()}</Button>}
    >
      <dl
        ref={list}
        tabIndex={-1}
        className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2"
      >
        {shortcuts.map(({ keys, does }) => (
          <Fragment key={keys.join(' ')}>
            <dt translate="no" className="font-[550] whitespace-nowrap">
              {keys.join(' / ')}
            </dt>
            <dd className="text-ink-2">{does()}</dd>
          </Fragment>
        ))}
      </dl>
      <Switch
        label={m.keys_single()}
        hint={m.keys_single_hint()}
        checked={isOn}
        onChange={chooseSingleKeys}
      />
    </Dialog>
  )
}
