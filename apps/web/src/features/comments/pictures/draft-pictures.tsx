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
      {draft.pictures.length > 0 && (
        <LatePart>
          <AttachedPictures outbox={outbox} draft={draft} isPending={isPending} />
        </LatePart>
      )}
      {notice !== null && (
        <div role="alert">
          <FieldError id={`${draft.key}-pictures`}>{notice}</FieldError>
        </div>
      )}
    </>
  )
}
