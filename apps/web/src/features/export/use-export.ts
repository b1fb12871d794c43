import { pathTo } from '@pinmark/shared/api/endpoint'
import { exportProject } from '@pinmark/shared/api/export'
import { type ExportFormat, exportFilterSchema, type ExportFilter } from '@pinmark/shared/entities/export'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useMutation } from '@tanstack/react-query'
import { Zip, ZipPassThrough } from 'fflate'
import { useEffect, useRef, useState } from 'react'
import { copyWhenThere } from '../../ui/clipboard'
import { fetchFile, saveFile, type FetchedFile } from '../../lib/download'
import type { Comment } from '@pinmark/shared/entities/comment'
import { placeComment, readFilter } from '@pinmark/shared/export-choice'

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

/** Which comments are exported: the open ones, those that the list shows, or all. */
export type Scope = 'open' | 'shown' | 'all'

export type FilterQuery = { -readonly [Name in keyof ExportFilter]?: ExportFilter[Name] | undefined }

/** The filter of a scope.
 *  @param shown what the list shows
 *  @param isPicture a picture shows the newest version; files have comments of all versions */
export function filterOf(scope: Scope, shown: FilterQuery, isPicture: boolean): FilterQuery {
  if (scope === 'shown') return shown
  if (scope === 'open') return { status: 'open', version: 'newest' }
  return isPicture ? { version: 'newest' } : {}
}

/** The number of exported comments by design id. */
export function countComments(
  designs: readonly Design[],
  comments: readonly Comment[],
  query: FilterQuery,
): Map<string, number> {
  const filter = exportFilterSchema.parse(query)
  const chosen = designs.filter(({ _id }) => filter.design === undefined || filter.design === _id)
  const isChosen = readFilter(filter)
  return new Map(
    chosen.map((design) => {
      const leaving = comments.filter((comment) => {
        if (comment.design !== design._id) return false
        if (comment.deletedAt !== null && comment.replies.length === 0) return false
        const placed = placeComment(comment, design, filter.version)
        return placed !== null && isChosen(placed)
      })
      return [design._id, leaving.length]
    }),
  )
}
