import { m } from '@pinmark/words/messages'
import { Fragment, useRef } from 'react'
import { chooseSingleKeys, setKeyboardHelpOpen, useSingleKeys } from '../lib/shortcuts'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Switch } from '../ui/switch'
import { shortcuts } from '../features/review/keys'

const does: Readonly<Record<(typeof shortcuts)[number]['name'], () => string>> = {
  add: () => m.keys_add(),
  walk: () => m.keys_walk(),
  resolve: () => m.keys_resolve(),
  move: () => m.keys_move(),
  hide: () => m.keys_hide(),
  zoom: () => m.keys_zoom(),
  fit: () => m.zoom_fit_width(),
  designs: () => m.keys_designs(),
  overview: () => m.keys_overview(),
  design: () => m.keys_design(),
  compare: () => m.keys_compare(),
  expand: () => m.keys_expand(),
  send: () => m.keys_send(),
  note: () => m.keys_note(),
  back: () => m.keys_back(),
  help: () => m.keys_help(),
}

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
        // It is taller than a low window: the focus must not scroll the title and the close button away.
        className="grid scroll-mt-24 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2"
      >
        {shortcuts.map(({ name, keys }) => (
          <Fragment key={name}>
            <dt translate="no" className="font-[550] whitespace-nowrap">
              {keys.join(' / ')}
            </dt>
            <dd className="text-ink-2">{does[name]()}</dd>
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
