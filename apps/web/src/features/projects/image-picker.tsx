import { limits } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { useEffect, useId, useState, type Ref } from 'react'
import { imageTypes, isPdf, pdfTypes, pickFiles } from '../../ui/design-files'
import { useInstance } from '../../lib/instance'
import { classNames } from '../../ui/class-names'
import { CropMarks } from '../../ui/signs'
import { FieldError } from '../../ui/field'
import { formatBytes, formatMegabytes } from '../../lib/bytes'
import { useDrawFile, useLossOfFile } from '../../lib/chosen-file'
import { missingPartsNote, readPages } from '../../lib/pdf-pages'
import { buttonClass } from '../../ui/button'
import './drop-zone.css'

interface ImagePickerProps {
  image: File | null
  /** Shown below; null without an error. */
  error: string | null
  /** Another element announces the error. */
  isErrorSaid: boolean
  disabled: boolean
  /** A file is being dragged over the page. */
  isDragging: boolean
  inputRef: Ref<HTMLInputElement>
  /** At least one. */
  onImages: (images: readonly File[]) => void
}

/** A drop zone and file picker for a design, and then its preview. */
export function ImagePicker(props: ImagePickerProps) {
  const { image, error, isErrorSaid, disabled, isDragging, inputRef, onImages } = props
  const id = useId()
  const maxMb = useInstance()?.maxUploadMb ?? limits.image.maxMultipartMb
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-13 font-[550]">
        {m.image_label()}
      </label>
      <div
        className={classNames(
          'drop-zone min-w-0',
          error !== null && 'drop-zone-invalid',
          isDragging && 'drop-zone-waiting',
        )}
      >
        <input
          ref={inputRef}
          id={id}
          type="file"
          accept={imageTypes}
          multiple
          disabled={disabled}
          className="sr-only"
          {...(!image && { 'aria-describedby': error ? `${id}-error ${id}-hint` : `${id}-hint` })}
          {...(error && { 'aria-invalid': true })}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            // Without this, the same file could not be chosen again after it was refused.
            currentTarget.value = ''
            if (files.length > 0) onImages(files)
          }}
        />
        {image ? (
          <ImagePreview
            key={`${image.name} ${image.size} ${image.lastModified}`}
            image={image}
            chooseFor={id}
            disabled={disabled}
          />
        ) : (
          <label htmlFor={id} className="drop-invitation">
            <CropMarks />
            <span className="font-[550] text-ink">{isDragging ? m.image_drop_now() : m.image_drop()}</span>
            <span id={`${id}-hint`} className="text-13">
              {m.image_types({ limit: formatMegabytes(maxMb) })}
            </span>
          </label>
        )}
      </div>
      <button
        type="button"
        className="text-action justify-self-start"
        disabled={disabled}
        onClick={() => pickFiles(pdfTypes, onImages)}
      >
        {m.image_choose_pdf()}
      </button>
      {error && (
        <FieldError key={error} id={`${id}-error`} isAlert={!isErrorSaid}>
          {error}
        </FieldError>
      )}
    </div>
  )
}

interface ImagePreviewProps {
  image: File
  /** Id of the file input that chooses another image. */
  chooseFor: string
  disabled: boolean
}

type Look = { width: number; height: number } | 'loading' | 'unreadable'

/** The chosen image on the mat, with its name and size. The server may accept files that the browser cannot
 *  draw. */
function ImagePreview({ image, chooseFor, disabled }: ImagePreviewProps) {
  const [look, setLook] = useState<Look>(isPdf(image) ? 'unreadable' : 'loading')
  const drawFile = useDrawFile(image)
  const loss = useLossOfFile(image)
  const size = formatBytes(image.size)
  return (
    <>
      <div className="relative grid min-h-32 place-items-center bg-mat p-5">
        <CropMarks />
        {look === 'unreadable' ? (
          <p className="text-13 text-ink-2">
            {isPdf(image) ? <PdfNote pdf={image} /> : m.image_no_preview()}
          </p>
        ) : (
          <img
            ref={drawFile}
            alt={m.image_preview({ name: image.name })}
            className="max-h-50 max-w-full bg-(image:--pm-backing) shadow-sheet"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setLook({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setLook('unreadable')}
          />
        )}
      </div>
      {loss !== null && (
        <p role="alert" className="bg-raised pt-2.5 text-13 text-danger-text">
          {loss}
        </p>
      )}
      <div className="flex items-center justify-between gap-4 bg-raised pt-2.5">
        <p className="min-w-0">
          <bdi translate="no" className="block truncate font-[550]">
            {image.name}
          </bdi>
          <span className="tabular text-13 text-ink-3">
            {typeof look === 'object'
              ? m.image_measures({ width: look.width, height: look.height, size })
              : size}
          </span>
        </p>
        {!disabled && (
          <label htmlFor={chooseFor} className={buttonClass({ size: 'sm', className: 'choose-another' })}>
            {m.image_choose_another()}
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
      (list) => setMissing(missingPartsNote(list)),
      () => undefined,
    )
    return () => controller.abort()
  }, [pdf])
  return (
    <>
      <span>{m.image_pdf_pages()}</span>
      {missing !== null && (
        <span role="alert" className="mt-2 block wrap-anywhere text-danger-text">
          {missing}
        </span>
      )}
    </>
  )
}
