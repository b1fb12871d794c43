import { useEffect, useRef } from 'react'
import { fetchedPart } from '../../../ui/lazy-part'
import { LatePart } from '../../../ui/part-boundary'
import { FieldError } from '../../../ui/field'
import type { Draft } from '../drafts/draft'
import type { Outbox } from '../drafts/outbox'

const AttachedPictures = fetchedPart(async () => (await import('./attached-pictures')).AttachedPictures)

interface DraftPicturesProps {
  outbox: Outbox
  draft: Draft
  isPending: boolean
  /** Why the last files were not taken. */
  notice: string | null
}

export function DraftPictures({ outbox, draft, isPending, notice }: DraftPicturesProps) {
  return (
    <>
      {notice !== null && <PictureNotice id={`${draft.key}-pictures`} notice={notice} />}
      {draft.pictures.length > 0 && (
        <LatePart>
          <AttachedPictures outbox={outbox} draft={draft} isPending={isPending} />
        </LatePart>
      )}
    </>
  )
}

/** Placed before the pictures, which are still loading. In a low popup it is scrolled clear of the
 *  buttons. */
function PictureNotice({ id, notice }: { id: string; notice: string }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Chrome returns a promise here, which React would take for the cleanup of the effect.
    alert.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [notice])
  return (
    <div ref={alert} role="alert" className="scroll-mb-28">
      <FieldError id={id}>{notice}</FieldError>
    </div>
  )
}
