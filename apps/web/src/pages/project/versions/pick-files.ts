import { designFileTypes } from '../../../ui/design-files'

/** Opens the file picker for images and PDFs. Browsers allow it only during a press. */
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
