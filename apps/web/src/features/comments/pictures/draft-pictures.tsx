import { lazyComponent } from '../../../ui/lazy-component'
import { LazyBoundary } from '../../../ui/lazy-boundary'
import type { Draft } from '../../review/drafts/draft'
import type { Outbox } from '../../review/drafts/outbox'
import { PictureNotice } from './picture-notice'

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
