import { designFileTypes } from '../../../ui/design-files'

/** Opens the browser's choice of images and PDFs, and calls back with what was chosen. Within a press only. */
export function pickFiles(onFiles: (files: File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = designFileTypes
  input.multiple = true
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onFiles(files)
  })
  input.click()
}
