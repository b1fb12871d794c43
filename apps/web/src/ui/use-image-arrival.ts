import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface ImageArrivalOptions {
  onImage: (image: File) => void
  /** Something was dropped that is no image. */
  onOther?: () => void
  disabled?: boolean
}

/** Takes an image that is dropped or pasted anywhere on the page. Answers whether a file is being dragged over it. */
export function useImageArrival({ onImage, onOther, disabled = false }: ImageArrivalOptions): boolean {
  const [isDragging, setIsDragging] = useState(false)

  // Every element on the way says that it was entered and left.
  const depth = useRef(0)

  const handleDrag = useEffectEvent((event: DragEvent) => {
    if (!hasFile(event)) return
    // Without this the browser opens the file in place of the page.
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = disabled ? 'none' : 'copy'
    if (event.type === 'dragenter') depth.current += 1
    if (event.type === 'dragleave') depth.current = Math.max(0, depth.current - 1)
    setIsDragging(depth.current > 0)
  })
  const handleDrop = useEffectEvent((event: DragEvent) => {
    if (!hasFile(event)) return
    event.preventDefault()
    depth.current = 0
    setIsDragging(false)
    if (disabled) return
    const image = imageIn(event.dataTransfer)
    if (image) onImage(image)
    else onOther?.()
  })
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const image = imageIn(event.clipboardData)
    if (disabled || !image || wantsText(event)) return
    event.preventDefault()
    onImage(image)
  })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    for (const type of ['dragenter', 'dragover', 'dragleave'] as const) {
      window.addEventListener(type, (event) => handleDrag(event), { signal })
    }
    window.addEventListener('drop', (event) => handleDrop(event), { signal })
    window.addEventListener('paste', (event) => handlePaste(event), { signal })
    return () => controller.abort()
  }, [])

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
