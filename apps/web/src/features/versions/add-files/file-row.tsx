import type { Design } from '@pinmark/shared/entities/project'
import { CircleAlert, X } from 'lucide-react'
import { useCallback } from 'react'
import { formatBytes } from '../../../lib/bytes'
import { IconButton } from '../../../ui/icon-button'
import { titleOfFile } from './match-files'
import type { FileRow as Row } from './use-add-files'

interface FileRowProps {
  readonly row: Row
  readonly designs: readonly Design[]
  /** Null for another design. */
  readonly design: string | null
  readonly reason: string
  /** While files are sent, nothing can be changed. */
  readonly isLocked: boolean
  readonly onMeasure: (size: Row['size']) => void
  readonly onChoose: (design: string | null) => void
  readonly onRemove: () => void
}

/** One file: what it looks like, what it becomes, and how far it is. */
export function FileRow(props: FileRowProps) {
  const { row, designs, design, reason, isLocked, onMeasure, onChoose, onRemove } = props
  const { file, size, status, progress, problem } = row
  // The server draws an SVG with two pixels for each of its own.
  const density = file.type === 'image/svg+xml' ? 2 : 1
  const isOnItsWay = status === 'waiting' || status === 'sending' || status === 'done'
  // The file has an address as long as the picture shows it.
  const drawFile = useCallback(
    (picture: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      picture.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return (
    <li className="file-row">
      <img
        ref={drawFile}
        alt=""
        className="file-thumbnail"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onMeasure({ width: naturalWidth * density, height: naturalHeight * density })
        }
      />
      <div className="min-w-0 text-13 text-ink-2">
        <p className="truncate text-14 font-[550] text-ink">
          <bdi>{file.name}</bdi>
        </p>
        {problem === null ? (
          <>
            <p className="tabular">
              {size && `${size.width} × ${size.height} px · `}
              {formatBytes(file.size)}
            </p>
            {!isOnItsWay && <p>{reason}</p>}
          </>
        ) : (
          <p role="alert" className="flex gap-1.5 text-danger-text">
            <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-px flex-none" />
            <span className="min-w-0 wrap-anywhere">{problem}</span>
          </p>
        )}
      </div>
      {isOnItsWay ? (
        <div className="file-progress">
          <progress aria-label={`Upload of ${file.name}`} max={1} value={status === 'done' ? 1 : progress} />
          <span className="tabular w-11 text-13 text-ink-2">{progressWords(status, progress)}</span>
        </div>
      ) : (
        <>
          {status !== 'refused' && (
            <select
              className="input file-choice"
              aria-label={`What ${file.name} becomes`}
              disabled={isLocked}
              value={design ?? another}
              onChange={({ target: { value } }) => onChoose(value === another ? null : value)}
            >
              {designs.map(({ _id, title }) => (
                <option key={_id} value={_id}>
                  New version of {title}
                </option>
              ))}
              <option value={another}>Another design: {titleOfFile(file.name)}</option>
            </select>
          )}
          {!isLocked && (
            <IconButton label={`Remove ${file.name}`} size="sm" className="file-remove" onClick={onRemove}>
              <X aria-hidden size={16} strokeWidth={1.75} />
            </IconButton>
          )}
        </>
      )}
    </li>
  )
}

const another = 'another'

function progressWords(status: Row['status'], progress: number): string {
  if (status === 'waiting') return 'Waits'
  return status === 'done' ? 'Done' : `${Math.floor(progress * 100)}%`
}
