import { limits } from '@pinmark/shared/limits'
import { useId, type Ref } from 'react'
import { imageTypes, pdfTypes, pickFiles } from '../../ui/design-files'
import { useInstance } from '../../lib/instance'
import { classNames } from '../../ui/class-names'
import { CropMarks } from '../../ui/crop-marks'
import { FieldError } from '../../ui/field'
import { ImagePreview } from './image-preview'

interface ImagePickerProps {
  image: File | null
  isInvalid: boolean
  /** Shown below; null without an error. */
  error: string | null
  disabled: boolean
  /** A file is being dragged over the page. */
  isDragging: boolean
  inputRef: Ref<HTMLInputElement>
  /** At least one. */
  onImages: (images: readonly File[]) => void
}

/** A drop zone and file picker for a design, and then its preview. */
export function ImagePicker(props: ImagePickerProps) {
  const { image, isInvalid, error, disabled, isDragging, inputRef, onImages } = props
  const id = useId()
  const maxMb = useInstance()?.maxUploadMb ?? limits.image.maxMultipartMb
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-13 font-[550]">
        Design image
      </label>
      <div
        className={classNames(
          'drop-zone min-w-0',
          isInvalid && 'drop-zone-invalid',
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
          {...(isInvalid && { 'aria-invalid': true })}
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
            <span className="font-[550] text-ink">
              {isDragging ? 'Drop the image' : 'Drop an image here, or choose a file'}
            </span>
            <span id={`${id}-hint`} className="text-13">
              {`PNG, JPEG, WebP, GIF, AVIF, SVG or PDF, up to ${maxMb} MB`}
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
        Choose a PDF
      </button>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
