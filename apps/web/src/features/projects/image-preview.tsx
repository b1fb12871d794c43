import { useCallback, useEffect, useState } from 'react'
import { formatBytes } from '../../lib/bytes'
import { missingTextNote, readPages } from '../../lib/pdf-pages'
import { isPdf } from '../../ui/design-files'
import { buttonClass } from '../../ui/button'
import { CropMarks } from '../../ui/crop-marks'

interface ImagePreviewProps {
  image: File
  /** Id of the file input that chooses another image. */
  chooseFor: string
  disabled: boolean
}

type Look = { width: number; height: number } | 'loading' | 'unreadable'

/** The chosen image on the mat, with its name and size. The server may accept files that the browser cannot
 *  draw. */
export function ImagePreview({ image, chooseFor, disabled }: ImagePreviewProps) {
  const [look, setLook] = useState<Look>(isPdf(image) ? 'unreadable' : 'loading')
  // The object URL exists as long as the picture is mounted.
  const drawFile = useCallback(
    (picture: HTMLImageElement) => {
      const url = URL.createObjectURL(image)
      picture.src = url
      return () => URL.revokeObjectURL(url)
    },
    [image],
  )
  const measures = typeof look === 'object' ? `${look.width} × ${look.height} px, ` : ''
  return (
    <>
      <div className="relative grid min-h-32 place-items-center bg-mat p-5">
        <CropMarks />
        {look === 'unreadable' ? (
          <p className="text-13 text-ink-2">
            {isPdf(image) ? <PdfNote pdf={image} /> : 'No preview for this file.'}
          </p>
        ) : (
          <img
            ref={drawFile}
            alt={`Preview of ${image.name}`}
            className="max-h-50 max-w-full bg-(image:--pm-backing) shadow-sheet"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setLook({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setLook('unreadable')}
          />
        )}
      </div>
      <div className="flex items-center justify-between gap-4 bg-raised pt-2.5">
        <p className="min-w-0">
          <bdi translate="no" className="block truncate font-[550]">
            {image.name}
          </bdi>
          <span className="tabular text-13 text-ink-3">{`${measures}${formatBytes(image.size)}`}</span>
        </p>
        {!disabled && (
          <label htmlFor={chooseFor} className={buttonClass({ size: 'sm', className: 'choose-another' })}>
            Choose another
          </label>
        )}
      </div>
    </>
  )
}

/** What becomes of a PDF, and what its pages will not show. Without an answer the server decides when it is sent. */
function PdfNote({ pdf }: { pdf: File }) {
  const [missing, setMissing] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    readPages(pdf, controller.signal).then(
      (list) => setMissing(missingTextNote(list)),
      () => undefined,
    )
    return () => controller.abort()
  }, [pdf])
  return (
    <>
      Each page becomes a design.
      {missing !== null && (
        <span role="alert" className="mt-2 block wrap-anywhere text-danger-text">
          {missing}
        </span>
      )}
    </>
  )
}
