import { LazyBoundary, lazyComponent } from '../../../ui/lazy'
import type { Draft, Outbox } from '../../review/drafts/draft'
import { PictureNotice } from './attach'

const AttachedPictures = lazyComponent(async () => (await import('./attached-pictures')).AttachedPictures)

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
      {notice !== null && <PictureNotice notice={notice} />}
      {draft.pictures.length > 0 && (
        <LazyBoundary>
          <AttachedPictures outbox={outbox} draft={draft} isPending={isPending} notice={notice} />
        </LazyBoundary>
      )}
    </>
  )
}
