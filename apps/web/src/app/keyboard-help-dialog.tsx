import { m } from '@pinmark/words/messages'
import { Fragment, useRef } from 'react'
import { chooseSingleKeys, setKeyboardHelpOpen, useSingleKeys } from '../lib/shortcuts'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Switch } from '../ui/switch'
import { shortcuts } from '../features/review/keys'

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
