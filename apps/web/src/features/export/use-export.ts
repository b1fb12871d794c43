import { pathTo } from '@pinmark/shared/api/endpoint'
import { exportProject } from '@pinmark/shared/api/export'
import type { ExportFormat } from '@pinmark/shared/entities/export'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useMutation } from '@tanstack/react-query'
import { Zip, ZipPassThrough } from 'fflate'
import { useEffect, useRef, useState } from 'react'
import { copyWhenThere } from '../../ui/clipboard'
import { fetchFile, saveFile, type FetchedFile } from '../../lib/download'
import type { FilterQuery } from './count-comments'

interface Exporting {
  readonly action: 'copy' | 'save'
  readonly format: ExportFormat
  /** The designs whose comments are exported. */
  readonly designs: readonly Design[]
  readonly filter: FilterQuery
}

/** Creates the chosen export and saves it. `drawing` is the number of the picture that is being drawn.
 *  @throws AppError when the server refuses
 *  @throws NetworkError */
export function useExport({ _id: projectId, name }: Pick<Project, '_id' | 'name'>) {
  const [drawing, setDrawing] = useState(0)
  const ended = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    ended.current = controller
    return () => controller.abort()
  }, [])

  const fetchExport = (format: ExportFormat, filter: FilterQuery) =>
    fetchFile(pathTo(exportProject, { params: { projectId }, query: { format, ...filter } }), {
      signal: ended.current.signal,
      onProgress: () => undefined,
    })

  const mutation = useMutation({
    mutationFn: async ({ action, format, designs, filter }: Exporting) => {
      if (format === 'png') {
        const pictures = []
        for (const [at, design] of designs.entries()) {
          setDrawing(at + 1)
          pictures.push(await fetchExport(format, { ...filter, design: design._id }))
        }
        const [only, ...others] = pictures
        if (only) saveFile(others.length === 0 ? only : await zipFiles(`${name} - designs.zip`, pictures))
        return
      }
      const file = fetchExport(format, filter)
      if (action === 'save') return saveFile(await file)
      const isCopied = await copyWhenThere(file.then(({ content }) => content.text()))
      if (!isCopied)
        throw new AppError('unexpected', {
          text: m.export_copy_refused(),
        })
    },
  })
  return { ...mutation, drawing }
}

/** Packs several files, which are compressed already, into one archive. Its bytes go to the browser's own
 *  storage as they arrive. */
async function zipFiles(name: string, files: readonly FetchedFile[]): Promise<FetchedFile> {
  const parts: Blob[] = []
  await new Promise<void>((resolve, reject) => {
    const zip = new Zip((error, bytes, isLast) => {
      if (error) return reject(error)
      parts.push(new Blob([new Uint8Array(bytes)]))
      if (isLast) resolve()
    })
    const addAll = async () => {
      for (const [at, { name: fileName, content }] of files.entries()) {
        // Designs may have the same name.
        const entry = new ZipPassThrough(`${at + 1} ${fileName}`)
        zip.add(entry)
        entry.push(new Uint8Array(await content.arrayBuffer()), true)
      }
      zip.end()
    }
    addAll().catch(reject)
  })
  return { name: name.replace(/[\\/:*?"<>|%]+/g, '-'), content: new Blob(parts, { type: 'application/zip' }) }
}
