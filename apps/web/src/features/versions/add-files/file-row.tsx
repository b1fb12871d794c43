import { titleOfFile } from '@pinmark/shared/design-name'
import type { Design } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { CircleAlert, X } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { formatBytes } from '../../../lib/bytes'
import { sizeOfDrawnSvg } from '../../../lib/draw-svg'
import { useDrawFile, useLossOfFile } from '../../../lib/chosen-file'
import { IconButton } from '../../../ui/button'
import { Select } from '../../../ui/field'
import { MissingParts, PagesChoice, pagesWords, PdfPages, PdfPicture } from './pdf-pages'
import type { AddedFile, AddedFiles } from './use-add-files'
import { formatPercent } from '../../../lib/format'

interface FileRowProps {
  readonly row: AddedFile
  /** What it can become a version of; empty if that is not asked. */
  readonly designs: readonly Design[]
  readonly files: AddedFiles
  readonly startRef: RefObject<HTMLElement | null>
  readonly onRemove: () => void
}

/** One file: its picture, what it should become, and its progress. */
export function FileRow(props: FileRowProps) {
  const { row, designs, files, startRef, onRemove } = props
  const { id, file, size, pdf, status, progress, problem } = row
  // Nothing can be changed while files are sent.
  const isLocked = files.isSending
  const takePages = (taken: readonly number[]) => files.takePages(id, taken)
  const [isBroken, setIsBroken] = useState(false)
  const loss = useLossOfFile(file)
  const isOnItsWay = status === 'waiting' || status === 'sending' || status === 'done'
  const drawFile = useDrawFile(file)
  return (
    <li className="file-row">
      {pdf ? (
        <PdfPicture list={pdf.list} />
      ) : isBroken ? (
        <span aria-hidden className="file-thumbnail" />
      ) : (
        <img
          ref={drawFile}
          alt=""
          className="file-thumbnail"
          onLoad={({ currentTarget }) =>
            void measure(file, currentTarget).then((found) => files.measure(id, found))
          }
          onError={() => setIsBroken(true)}
        />
      )}
      <div className="min-w-0 text-13 text-ink-2">
        <p className="flex text-14 font-[550] text-ink">
          <bdi translate="no" className="truncate">
            {file.name}
          </bdi>
        </p>
        {problem === null ? (
          <>
            {pdf && pdf.list?.count !== 1 ? (
              <p className="tabular">{pagesWords(pdf.list)}</p>
            ) : (
              <>
                <p className="tabular">
                  {size
                    ? m.file_size_with_pixels({
                        width: size.width,
                        height: size.height,
                        size: formatBytes(file.size),
                      })
                    : formatBytes(file.size)}
                </p>
                {!isOnItsWay && designs.length > 0 && <p>{files.reasonOf(row)}</p>}
              </>
            )}
            {pdf?.list && <MissingParts list={pdf.list} />}
            {loss !== null && <p className="text-danger-text">{loss}</p>}
          </>
        ) : (
          <p role="alert" className="flex gap-1.5 text-danger-text">
            <CircleAlert className="mt-px flex-none" />
            <span className="min-w-0 wrap-anywhere">{problem}</span>
          </p>
        )}
      </div>
      {isOnItsWay ? (
        <div className="file-progress">
          <progress
            aria-label={m.file_upload_of({ name: file.name })}
            max={1}
            value={status === 'done' ? 1 : progress}
          />
          <span className="tabular w-16 text-13 text-ink-2">{progressWords(row)}</span>
        </div>
      ) : (
        <>
          {status !== 'refused' && pdf?.list && pdf.taken.length !== 1 && (
            <PagesChoice list={pdf.list} taken={pdf.taken} isLocked={isLocked} onTake={takePages} />
          )}
          {designs.length > 0 && status !== 'refused' && (pdf === null || pdf.taken.length === 1) && (
            <Select
              className="file-choice"
              aria-label={m.file_becomes({ name: file.name })}
              disabled={isLocked}
              value={files.designOf(row) ?? another}
              onChange={({ target: { value } }) => files.choose(id, value === another ? null : value)}
            >
              {designs.map(({ _id, title }) => (
                <option key={_id} value={_id}>
                  {m.version_new_of({ name: title })}
                </option>
              ))}
              <option value={another}>{m.file_another_design({ name: titleOfRow(row) })}</option>
            </Select>
          )}
          {!isLocked && (
            <IconButton
              label={m.file_remove({ name: file.name })}
              size="sm"
              className="file-remove"
              onClick={onRemove}
            >
              <X />
            </IconButton>
          )}
        </>
      )}
      {pdf &&
        (status === 'reading' || (pdf.list && pdf.list.count > 1 && !isOnItsWay && status !== 'refused')) && (
          <PdfPages
            file={file}
            list={pdf.list}
            taken={pdf.taken}
            isLocked={isLocked}
            startRef={startRef}
            onRead={(list) => files.read(id, list)}
            onTake={takePages}
          />
        )}
    </li>
  )
}

const another = 'another'

async function measure(file: File, picture: HTMLImageElement): Promise<AddedFile['size']> {
  if (file.type === 'image/svg+xml') return sizeOfDrawnSvg(file, picture)
  return { width: picture.naturalWidth, height: picture.naturalHeight }
}

function titleOfRow({ file, pdf }: AddedFile): string {
  const title = titleOfFile(file.name)
  return pdf?.list && pdf.list.count > 1 ? `${title} ${pdf.taken.join()}` : title
}

function progressWords({ status, progress }: AddedFile): string {
  if (status === 'waiting') return m.waiting()
  if (status === 'done') return m.action_done()
  // The server has the file, and prepares its renditions.
  return progress === 1 ? m.preparing() : formatPercent(Math.floor(progress * 100) / 100)
}
