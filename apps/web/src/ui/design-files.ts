import { limits } from '@pinmark/shared/limits'
import { useRef, useState } from 'react'
import { useWindowEvent } from './use-window-event'

/** What file inputs offer. Any file may be dropped or pasted: the server decides which ones it accepts. */
export const imageTypes = 'image/*'
/** Illustrator saves a PDF under its own extension. */
export const pdfTypes = 'application/pdf,.ai'
export const designFileTypes = `${imageTypes},${pdfTypes}`

/** A browser may know no type of a file, and takes one of Illustrator for PostScript. */
export function isPdf({ type, name }: File): boolean {
  return type === 'application/pdf' || /\.ai$/i.test(name) || (type === '' && /\.pdf$/i.test(name))
}

/** Opens the file picker. Browsers allow it only during a press. */
export function pickFiles(types: string, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = types
  input.multiple = true
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onFiles(files)
  })
  input.click()
}

interface FileArrivalOptions {
  /** Called with at least one file, of any type. */
  onFiles: (files: File[]) => void
  disabled: boolean
  /** Files are not accepted: drops do nothing, and a paste calls `onRefusedPaste`. */
  isRefused?: boolean
  onRefusedPaste?: () => void
}

/** Accepts files that are dropped or pasted anywhere on the page. Returns whether a file is being dragged over
 *  it. */
export function useFileArrival({
  onFiles,
  disabled,
  isRefused = false,
  onRefusedPaste,
}: FileArrivalOptions): boolean {
  const [isDragging, setIsDragging] = useState(false)

  // Every element that the pointer crosses fires `dragenter` and `dragleave`.
  const depth = useRef(0)

  const handleDrag = (event: DragEvent) => {
    if (!hasFile(event)) return
    if (take(event) && event.dataTransfer)
      event.dataTransfer.dropEffect = disabled || isRefused ? 'none' : 'copy'
    if (event.type === 'dragenter') depth.current += 1
    if (event.type === 'dragleave') depth.current = Math.max(0, depth.current - 1)
    setIsDragging(depth.current > 0)
  }
  const handleDrop = (event: DragEvent) => {
    if (!hasFile(event)) return
    depth.current = 0
    setIsDragging(false)
    if (!take(event) || disabled || isRefused) return
    const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? [])
    const files = [...(event.dataTransfer?.files ?? [])]
    if (entries.some(({ isDirectory }) => isDirectory))
      // So that a folder that is empty, or cannot be read, is refused as an empty file.
      void filesOf(entries)
        .catch(() => [])
        .then((found) => onFiles(found.length > 0 ? found : entries.map(({ name }) => new File([], name))))
    else if (files.length > 0) onFiles(files)
  }
  const handlePaste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (disabled || files.length === 0 || wantsText(event) || !take(event)) return
    if (isRefused) onRefusedPaste?.()
    else onFiles(files)
  }
  useWindowEvent('dragenter', handleDrag)
  useWindowEvent('dragover', handleDrag)
  useWindowEvent('dragleave', handleDrag)
  useWindowEvent('drop', handleDrop)
  useWindowEvent('paste', handlePaste)

  return isDragging && !disabled
}

const ours = new WeakSet<Event>()

/** Keeps the browser from opening the file in place of the page. Several parts of the page may handle the
 *  same event. @returns false if an element below has taken it, such as a popup for a picture of its comment */
function take(event: Event): boolean {
  if (event.defaultPrevented) return ours.has(event)
  event.preventDefault()
  ours.add(event)
  return true
}

function hasFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Text from an office program comes with a picture of itself. In a field, the text is meant. */
function wantsText({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
  return isField && (clipboardData?.types.includes('text/plain') ?? false)
}

/** The files among what was dropped, and the designs in its folders in the order of their names; all files of a folder without
 *  designs, so that they are refused with the reason. */
async function filesOf(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found: File[] = []
  for (const entry of entries) {
    if (isFile(entry)) found.push(await fileOf(entry))
    if (isFolder(entry)) {
      const visible = (await entriesIn(entry)).filter(({ name }) => !name.startsWith('.'))
      const sorted = visible.toSorted((one, other) => byName.compare(one.name, other.name))
      const inside = await filesOf(sorted)
      const designs = inside.filter((file) => file.type.startsWith('image/') || isPdf(file))
      found.push(...(designs.length > 0 ? designs : inside))
    }
    // No more are taken at a time.
    if (found.length >= limits.designsAtOnce) break
  }
  return found
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const byName = new Intl.Collator(undefined, { numeric: true })

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A browser gives some at a time, and none at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
