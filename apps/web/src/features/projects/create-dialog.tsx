import { titleOfFile } from '@pinmark/shared/design-name'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { pageRoutes } from '@pinmark/shared/paths'
import { isBlank } from '@pinmark/shared/text'
import { m } from '@pinmark/words/messages'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { useInstance } from '../../lib/instance'
import { useLeaveWarning } from '../../lib/kept-texts'
import { Button, buttonClass } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { ErrorStrip } from '../../ui/error-strip'
import { TextField } from '../../ui/field'
import { useFileArrival } from '../../ui/design-files'
import { checkNewProject, createFailure, useCreateProject, type ProjectProblem } from './new-project'
import { imageProblem } from './check-image'
import { ImagePicker } from './image-picker'
import { useKeptThroughLogin } from './kept-project'
import { Name, rich, uncut } from '../../ui/rich'
import { formatFacts, formatPercent } from '../../lib/format'

interface CreateDialogProps {
  /** Typed before a login, which kept it. */
  initialName?: string | undefined
  /** The files that were dropped or pasted on the page. The first one becomes the first design. */
  initialImages?: readonly File[]
  open: boolean
  onClose: () => void
  /** Called when the project is stored with its first design and is in the list. `more` are the files of its other designs. */
  onDone?: (project: ProjectSummary, more: readonly File[]) => void
}

export function CreateDialog(props: CreateDialogProps) {
  const { initialName = '', initialImages = [], open, onClose, onDone } = props
  const [initialImage = null, ...initialMore] = initialImages
  const maxMb = useInstance()?.maxUploadMb
  const initialProblem = initialImage && imageProblem(initialImage, maxMb)
  const [image, setImage] = useState(initialProblem ? null : initialImage)
  const [more, setMore] = useState<readonly File[]>(initialProblem ? [] : initialMore)
  const [name, setName] = useState(initialName === '' && image ? nameOfFile(image) : initialName)
  const [problem, setProblem] = useState<ProjectProblem | null>(
    initialProblem ? { text: initialProblem, field: 'image' } : null,
  )
  const nameField = useRef<HTMLInputElement>(null)
  const imageField = useRef<HTMLInputElement>(null)
  const create = useCreateProject()
  useLeaveWarning(create.isPending)
  useKeptThroughLogin({ open, name, image, more })
  const isDragging = useFileArrival({
    onFiles: handleImages,
    disabled: create.isPending,
  })

  /** During an upload, the dialog stays open, so that it can be sent again. */
  const cancel = () => (create.isPending ? create.cancel() : onClose())

  function handleSubmit() {
    if (create.isPending) return
    const checked = checkNewProject(name, image)
    setProblem('text' in checked ? checked : null)
    if ('text' in checked) {
      if (checked.field) (checked.field === 'name' ? nameField : imageField).current?.focus()
      return
    }
    create.mutate(checked, {
      onSuccess: (project) => {
        onClose()
        onDone?.(project, more)
      },
      onError: (error) => {
        const text = createFailure(error)
        if (text) setProblem({ text, field: null })
      },
    })
  }

  function handleImages([next, ...others]: readonly File[]) {
    if (!next) return
    const text = imageProblem(next, maxMb)
    setProblem(text ? { text, field: 'image' } : null)
    if (text) return
    setImage(next)
    setMore(others.slice(0, limits.designsAtOnce - 1))
    if (name !== '' && name !== (image && nameOfFile(image))) return
    flushSync(() => setName(nameOfFile(next)))
    nameField.current?.focus()
    nameField.current?.select()
  }

  const isMissing = problem?.isMissing ?? false
  const problemOf = (field: ProjectProblem['field']) => (problem?.field === field ? problem.text : null)
  const isEmpty = name === '' && image === null

  return (
    <Dialog
      open={open}
      onClose={cancel}
      title={m.create_title()}
      dismissible={create.isPending ? false : isEmpty || 'by-escape'}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button variant="quiet" onClick={cancel}>
            {m.action_cancel()}
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={create.isPending}
            className={create.isPending ? 'tabular min-w-36' : ''}
          >
            {create.isPending ? progressLabel(create.progress) : m.create_action()}
          </Button>
        </>
      }
    >
      <TextField
        label={m.field_name()}
        error={isMissing ? (isBlank(name) ? m.create_name_missing() : null) : problemOf('name')}
        hasLiveError={!isMissing}
        ref={nameField}
        value={name}
        autoComplete="off"
        readOnly={create.isPending}
        // A name taken from the file is a suggestion: the first typed letter replaces it.
        onFocus={({ currentTarget }) => image && name === nameOfFile(image) && currentTarget.select()}
        onChange={({ target }) => setName(target.value)}
      />
      <ImagePicker
        image={image}
        error={isMissing ? (image === null ? m.create_image_missing() : null) : problemOf('image')}
        isErrorSaid={isMissing}
        disabled={create.isPending}
        isDragging={isDragging}
        inputRef={imageField}
        onImages={handleImages}
      />
      {image && more.length > 0 && (
        <div className="flex items-baseline gap-2 text-13 text-ink-2">
          <p className="flex min-w-0">
            {rich(
              ({ files }) => m.create_more({ count: more.length, files }),
              {
                files: <Name className="truncate">{formatFacts(more.map(({ name: file }) => file))}</Name>,
              },
              uncut,
            )}
          </p>
          <button
            type="button"
            className="text-action ms-auto flex-none"
            disabled={create.isPending}
            onClick={() => {
              setMore([])
              imageField.current?.focus()
            }}
          >
            {m.create_only_first()}
          </button>
        </div>
      )}
      <ErrorStrip
        action={
          problem?.needsLogin && (
            <Link to={pageRoutes.login} className={buttonClass({ size: 'sm' })}>
              {m.action_login()}
            </Link>
          )
        }
      >
        {isMissing || problem?.field === null ? problem?.text : null}
      </ErrorStrip>
      <p role="status" className="sr-only">
        {create.isPending && (create.progress < 1 ? m.create_uploading() : m.create_preparing_design())}
      </p>
    </Dialog>
  )
}

/** The upload ends some time before the server has prepared the design. */
function progressLabel(progress: number): string {
  return progress < 1
    ? m.create_uploading_share({ percent: formatPercent(Math.floor(progress * 100) / 100) })
    : m.create_preparing()
}

function nameOfFile({ name }: File): string {
  return [...titleOfFile(name)].slice(0, limits.projectName.max).join('')
}
