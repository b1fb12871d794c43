import type { Link } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { Suspense, useRef, useState } from 'react'
import { linkAddress, useInstance } from '../../lib/instance'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { lazyComponent } from '../../ui/lazy'
import { toast } from '../../ui/toast'
import { CopyField } from '../../ui/copy-field'
import { linkHint } from './link-access'
import { Name, rich } from '../../ui/rich'

/** Only designers fetch these. */
const LinkSettings = lazyComponent(async () => (await import('./link-settings')).LinkSettings)

const PeopleDialog = lazyComponent(async () => (await import('./people-dialog')).PeopleDialog)

interface ShareDialogProps {
  project: { readonly _id: string; readonly name: string; readonly link: Link }
  /** Whether this person can change what the link allows: the owner and the members. */
  canManage: boolean
  open: boolean
  onClose: () => void
}

export function ShareDialog({ project, canManage, open, onClose }: ShareDialogProps) {
  const [changed, setChanged] = useState<Link | null>(null)
  const [typed, setTyped] = useState('')
  const saveTyped = useRef<(onSaved: () => void) => void>(null)
  const [arePeopleShown, setPeopleShown] = useState(false)
  const instance = useInstance()
  const link = changed ?? project.link
  const address = linkAddress(link.id, instance)

  /** A visitor whose session has ended cannot save it. */
  const hasUnsaved = typed !== '' && canManage

  /** A typed password is saved first. If that fails, the dialog stays open. */
  function handleDone() {
    if (hasUnsaved) saveTyped.current?.(onClose)
    else onClose()
  }

  if (arePeopleShown) {
    return (
      <Suspense fallback={null}>
        <PeopleDialog project={project} open={open} onClose={onClose} />
      </Suspense>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.share_title()}
      dismissible={hasUnsaved ? 'by-escape' : true}
      footer={
        <>
          <SendLink title={project.name} url={address} />
          <Button onClick={handleDone}>{m.action_done()}</Button>
        </>
      }
    >
      <CopyField
        // A new link is selected at once.
        key={link.id}
        autoFocus={changed !== null}
        what="link"
        label={rich(m.share_link_to, {
          name: <Name>{project.name}</Name>,
        })}
        text={address}
        hint={linkHint(link)}
      />
      {canManage && (
        // About as high as the settings, so that the layout does not shift.
        <Suspense fallback={<div className="h-104" />}>
          <LinkSettings
            projectId={project._id}
            link={link}
            password={{ typed, onType: setTyped, saveRef: saveTyped }}
            onChanged={setChanged}
            onPeople={() => setPeopleShown(true)}
          />
        </Suspense>
      )}
    </Dialog>
  )
}

/** Shares the link through another app, if the browser can: mainly on phones. */
function SendLink({ title, url }: { title: string; url: string }) {
  if (!('share' in navigator)) return null
  const send = () =>
    navigator.share({ title, url }).catch((error: unknown) => {
      // Closing the browser's share menu does not count as a failure.
      const isCancelled = error instanceof DOMException && error.name === 'AbortError'
      if (!isCancelled) toast.show({ text: m.share_send_failed(), tone: 'danger' })
    })
  return (
    <Button variant="quiet" onClick={() => void send()}>
      {m.share_send()}
    </Button>
  )
}
