import type { ComponentProps } from 'react'
import { ThreadPopup, ThreadSheet } from '../../features/comments/thread/thread-popup'
import { VersionsSpot } from './versions/spot'
import type { VersionsProps } from './versions/versions-props'

/** A thread of the project page. A comment of an older version has its earlier spot above the messages. Both are in one
 *  file, because a spot that arrived later would move the messages. */

export interface ReviewThread extends Omit<
  ComponentProps<typeof ThreadPopup>,
  'above' | 'anchor' | 'askedFrom'
> {
  /** For the earlier spot. */
  readonly versions: VersionsProps
}

type Rest<Props> = Omit<Props, 'above'> & Pick<ReviewThread, 'versions'>

export function ReviewThreadPopup({ versions, ...props }: Rest<ComponentProps<typeof ThreadPopup>>) {
  return <ThreadPopup {...props} above={<VersionsSpot {...versions} />} />
}

export function ReviewThreadSheet({ versions, ...props }: Rest<ComponentProps<typeof ThreadSheet>>) {
  return <ThreadSheet {...props} above={<VersionsSpot {...versions} />} />
}
