import type { ComponentProps } from 'react'
import { ThreadPopup, ThreadSheet } from '../../features/comments/thread/thread-popup'
import { VersionsSpot } from './versions/spot'

/** A thread of the project page. A comment of an older version has its earlier spot above the messages. Both are in one
 *  file, because a spot that arrived later would move the messages. */

export function ReviewThreadPopup(props: ComponentProps<typeof ThreadPopup>) {
  return <ThreadPopup {...props} above={<VersionsSpot />} />
}

export function ReviewThreadSheet(props: ComponentProps<typeof ThreadSheet>) {
  return <ThreadSheet {...props} above={<VersionsSpot />} />
}
