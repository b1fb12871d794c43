import { m } from '@pinmark/words/messages'
import { X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useIsOnline } from '../../../lib/browser-state'
import { useStored } from '../../../lib/store'
import { IconButton } from '../../../ui/button'
import type { Draft, DraftPicture, Outbox } from '../../review/drafts/draft'
import { readFile } from '../../review/drafts/kept-files'
import { PictureNotice } from './attach'
import {
  detachPicture,
  isWithServer,
  problemsOf,
  stateOf,
  subscribeUploads,
  uploadAhead,
} from '../../review/drafts/upload-pictures'
import './pictures.css'

interface AttachedPicturesProps {
  outbox: Outbox
  draft: Draft
  isPending: boolean
  /** Why the last files were not taken. */
  notice: string | null
}

/** The pictures of a message that is being written, and why some were not added. */
export function AttachedPictures({ outbox, draft, isPending, notice }: AttachedPicturesProps) {
  const { key, pictures, problem } = draft
  const reasons = useSyncExternalStore(subscribeUploads, () => problemsOf(pictures).join('\n'))
  const isShown = (reason: string) => reason === notice || reason === problem?.text
  const list = useRef<HTMLUListElement>(null)

  function remove(id: string) {
    const form = list.current?.closest('form')
    flushSync(() => detachPicture(outbox, key, id))
    const next =
      form?.querySelector<HTMLElement>('[data-detach]') ?? form?.querySelector<HTMLElement>('[data-attach]')
    next?.focus({ preventScroll: true })
  }

  return (
    <>
      {reasons
        .split('\n')
        .filter((reason) => reason !== '' && !isShown(reason))
        .map((reason) => (
          <PictureNotice key={reason} notice={reason} />
        ))}
      <ul ref={list} className="pictures" aria-label={m.pictures_to_send()}>
        {pictures.map((picture, index) => (
          <Attached
            key={picture.id}
            picture={picture}
            name={pictures.length === 1 ? m.picture_only() : m.picture_numbered({ number: index + 1 })}
            isPending={isPending}
            onRemove={() => remove(picture.id)}
            onUpload={() => uploadAhead(outbox, picture.id)}
          />
        ))}
      </ul>
    </>
  )
}

interface AttachedProps {
  picture: DraftPicture
  /** `picture 2` */
  name: string
  isPending: boolean
  onRemove: () => void
  onUpload: () => void
}

function Attached({ picture: { id, name: fileName }, name, isPending, onRemove, onUpload }: AttachedProps) {
  const src = useFileAddress(id)
  const state = useSyncExternalStore(subscribeUploads, () => stateOf(id))
  const isOnline = useIsOnline()
  const isNew = !useStored(() => isWithServer(id)) && state === undefined
  const canContinue = state !== undefined && 'waits' in state && isOnline
  // After a reload, or once the network is back.
  useEffect(() => {
    if (isNew || canContinue) onUpload()
    // oxlint-disable-next-line react/exhaustive-deps -- Another function each time, which does the same.
  }, [isNew, canContinue])
  const isFailed = state !== undefined && 'problem' in state
  return (
    <li className="picture" data-failed={isFailed || undefined}>
      {src !== null && <img src={src} alt={fileName} />}
      {state && 'share' in state && (
        <progress
          className="picture-progress"
          aria-label={m.picture_sending({ name })}
          value={state.share}
          max={1}
        />
      )}
      {isFailed && (
        <div className="picture-failed">
          <span>{m.picture_not_added()}</span>
          <span className="sr-only">{state.problem}</span>
          {!state.isFinal && (
            <button
              type="button"
              aria-label={m.picture_retry({ name })}
              disabled={isPending}
              onClick={onUpload}
            >
              {m.action_retry()}
            </button>
          )}
        </div>
      )}
      <IconButton
        size="sm"
        className="picture-remove"
        data-detach
        label={m.picture_remove_named({ name })}
        disabled={isPending}
        onClick={onRemove}
      >
        <X />
      </IconButton>
    </li>
  )
}

function useFileAddress(id: string): string | null {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    let address: string | null = null
    let isOver = false
    const show = async () => {
      const file = await readFile(id)
      if (isOver || !file) return
      address = URL.createObjectURL(file)
      setSrc(address)
    }
    void show()
    return () => {
      isOver = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [id])
  return src
}
