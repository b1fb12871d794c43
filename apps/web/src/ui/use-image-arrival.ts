import { useEffect, useState } from 'react'

interface ImageArrivalOptions {
  onImage: (image: File) => void
  /** Something was dropped that is no image. */
  onOther?: () => void
  disabled?: boolean
}

/** Takes an image that is dropped or pasted anywhere on the page. Answers whether a file is being dragged over it. */
export function useImageArrival({ onImage, onOther, disabled = false }: ImageArrivalOptions): boolean {
  const [isDragging, setIsDragging] = useState(false)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // Every element on the way says that it was entered and left.
    let depth = 0

    function handleDrag(event: DragEvent) {
      if (!hasFile(event)) return
      // Without this the browser opens the file in place of the page.
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = disabled ? 'none' : 'copy'
      if (event.type === 'dragenter') depth += 1
      if (event.type === 'dragleave') depth = Math.max(0, depth - 1)
      setIsDragging(!disabled && depth > 0)
    }
    function handleDrop(event: DragEvent) {
      if (!hasFile(event)) return
      event.preventDefault()
      depth = 0
      setIsDragging(false)
      if (disabled) return
      const image = imageIn(event.dataTransfer)
      if (image) onImage(image)
      else onOther?.()
    }
    function handlePaste(event: ClipboardEvent) {
      const image = imageIn(event.clipboardData)
      if (disabled || !image || wantsText(event)) return
      event.preventDefault()
      onImage(image)
    }
    for (const type of ['dragenter', 'dragover', 'dragleave'] as const) {
      window.addEventListener(type, handleDrag, { signal })
    }
    window.addEventListener('drop', handleDrop, { signal })
    window.addEventListener('paste', handlePaste, { signal })
    return () => controller.abort()
  }, [onImage, onOther, disabled])

  return isDragging && !disabled
}

function hasFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

function imageIn(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))
}

/** Text copied from an office program brings a picture of itself; in a field it is the text that is meant. */
function wantsText({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
  return isField && (clipboardData?.types.includes('text/plain') ?? false)
}
