import type { Version } from '@pinmark/shared/entities/project'
import type { PinModel } from '../../../features/review/pin-model'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import type { ComparedPair } from './comparison'

interface StagePicture {
  readonly src: string
  readonly alt: string
  /** Share of the sheet's height, in percent. */
  readonly height: number
}

export interface StageProps {
  readonly pair: ComparedPair
  /** Viewport of the sheet with both versions; side by side, that of the older version. */
  readonly viewport: Viewport
  readonly pictures: { readonly before: StagePicture; readonly after: StagePicture }
  /** Empty while they are hidden. */
  readonly pins: { readonly before: readonly PinModel[]; readonly after: readonly PinModel[] }
  /** The comment that is open. Its pins on both versions are emphasised. */
  readonly selectedKey: string | null
  /** @param version whose pin was pressed */
  readonly onOpenPin: (key: string, version: Version) => void
}
