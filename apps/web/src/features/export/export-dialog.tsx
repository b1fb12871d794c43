import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/page-errors'
import { pagePaths } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useId, useMemo, useState } from 'react'
import { readStored, writeStored } from '../../lib/storage'
import { Dialog } from '../../ui/dialog'
import { ErrorStrip } from '../../ui/error-strip'
import { toast } from '../../ui/toast'
import { countComments, filterOf, type FilterQuery, type Scope, useExport } from './use-export'
import { DesignChoice, FormatChoice, type Format, formats, isFormat } from './export-choices'
import './export-dialog.css'
import { RadioGroup } from '../../ui/radio-group'
import { Button, buttonClass } from '../../ui/button'

interface ExportDialogProps {
  readonly project: Project
  /** The comments of all designs and versions. */
  readonly comments: readonly Comment[]
  /** The filter of the list. `isNarrowed` if it is not the initial one. */
  readonly shown: { readonly filter: FilterQuery; readonly isNarrowed: boolean }
  readonly open: boolean
  readonly onClose: () => void
}

const storedKey = 'pinmark.export-format'
const scopes: { scope: Scope; label: () => string }[] = [
  { scope: 'open', label: () => m.filter_open() },
  { scope: 'shown', label: () => m.export_as_shown() },
  { scope: 'all', label: () => m.filter_all() },
]

/** Exports comments: to paper, a ticket, a spreadsheet, a script. */
export function ExportDialog({ project, comments, shown, open, onClose }: ExportDialogProps) {
  const { designs } = project
  const [format, setFormat] = useState<Format>(() => {
    const stored = readStored(storedKey)
    return isFormat(stored) ? stored : 'markdown'
  })
  const [scope, setScope] = useState<Scope>(shown.isNarrowed ? 'shown' : 'open')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [hasReplies, setHasReplies] = useState(true)
  const summaryId = useId()
  const making = useExport(project)

  const isPicture = format === 'png' || format === 'print'
  const filter = useMemo(() => filterOf(scope, shown.filter, isPicture), [scope, shown, isPicture])
  const counts = useMemo(() => countComments(designs, comments, filter), [designs, comments, filter])
  const leaving = designs.filter(({ _id }) => (counts.get(_id) ?? 0) > 0 && !left.has(_id))
  const count = leaving.reduce((sum, { _id }) => sum + (counts.get(_id) ?? 0), 0)
  const query: FilterQuery = {
    ...filter,
    ...(leaving.length < designs.length && { design: leaving.map(({ _id }) => _id).join(',') }),
    ...(!hasReplies && { replies: 'false' }),
  }
  const chosen = formats.find((one) => one.format === format) ?? formats[0]
  const countWords = m.count_comments({ count })
  const what = chosen?.short() ?? ''

  function choose(next: Format) {
    setFormat(next)
    writeStored(storedKey, next)
    making.reset()
  }

  function make(action: 'copy' | 'save') {
    if (format === 'print') return
    making.mutate(
      { action, format, designs: leaving, filter: query },
      {
        onSuccess: () => {
          toast.show({
            text:
              action === 'copy' ? m.export_copied({ what, comments: countWords }) : m.export_saved({ what }),
          })
          onClose()
        },
      },
    )
  }

  const isDrawing = making.isPending && format === 'png'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible
      title={m.export_title()}
      isWide
      footer={
        <>
          <p id={summaryId} role="status" className="export-summary">
            {isDrawing
              ? m.export_drawing({ at: making.drawing, count: leaving.length })
              : summaryOf({
                  count,
                  countWords,
                  scope,
                  comments,
                  isOne: designs.length === 1,
                  from: leaving.length,
                })}
          </p>
          <ExportButtons
            format={format}
            extension={chosen?.extension ?? ''}
            printPath={`${pagePaths.report(project._id)}?${addressOf(query)}`}
            state={{ pending: making.isPending, disabled: count === 0, 'aria-describedby': summaryId }}
            onMake={make}
            onPrint={onClose}
          />
        </>
      }
    >
      <div className="export-body">
        <FormatChoice chosen={format} onChoose={choose} />
        <div className="export-options">
          <div>
            <p className="export-label">{m.comments_title()}</p>
            <RadioGroup
              aria-label={m.comments_title()}
              className="segments"
              choiceClass="segment"
              choices={scopes.map((one) => ({ value: one.scope, label: one.label() }))}
              value={scope}
              onChoose={setScope}
            />
          </div>
          {designs.length > 1 && (
            <DesignChoice designs={designs} counts={counts} left={left} onChange={setLeft} />
          )}
          {format !== 'png' && (
            <label className="export-check">
              <input
                type="checkbox"
                checked={hasReplies}
                onChange={({ target }) => setHasReplies(target.checked)}
              />
              <span>{m.export_replies()}</span>
            </label>
          )}
        </div>
      </div>
      <ErrorStrip>{making.error && failureOf(format, what, making.error)}</ErrorStrip>
    </Dialog>
  )
}

interface Summary {
  readonly count: number
  readonly countWords: string
  readonly scope: Scope
  readonly comments: readonly Comment[]
  readonly isOne: boolean
  readonly from: number
}

/** `9 comments from 2 designs`, `9 of 12 comments` as shown, or what to do if no comment is selected. */
function summaryOf({ count, countWords, scope, comments, isOne, from }: Summary): string {
  if (count > 0) {
    const words = scope === 'shown' ? m.count_of_comments({ count, total: comments.length }) : countWords
    return isOne ? words : m.export_from_designs({ comments: words, count: from })
  }
  const resolved = comments.filter((comment) => comment.resolved !== null).length
  if (scope === 'open' && resolved === comments.length) {
    return m.export_none_open({ count: resolved })
  }
  return m.export_none_chosen()
}

function addressOf(query: FilterQuery): string {
  return new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
}

function failureOf(format: Format, what: string, error: Error): string {
  if (error.message === m.export_copy_refused()) return error.message
  const failure = format === 'markdown' ? m.export_failed_checklist() : m.export_failed({ what })
  if (!(error instanceof AppError) || error.code === 'unexpected') return failure
  return m.two_sentences({ first: failure, second: error.message })
}

interface ExportButtonsProps {
  readonly format: Format
  readonly extension: string
  /** Address of the report for print. */
  readonly printPath: string
  readonly state: {
    readonly pending: boolean
    readonly disabled: boolean
    readonly 'aria-describedby': string
  }
  readonly onMake: (action: 'copy' | 'save') => void
  readonly onPrint: () => void
}

/** What can be done with the chosen format; the most common action is primary. */
function ExportButtons({ format, extension, printPath, state, onMake, onPrint }: ExportButtonsProps) {
  if (format === 'print') {
    return state.disabled ? (
      <Button variant="primary" {...state}>
        {m.action_print()}
      </Button>
    ) : (
      <a
        className={buttonClass({ variant: 'primary' })}
        href={printPath}
        target="_blank"
        rel="noopener"
        onClick={onPrint}
      >
        {m.action_print()}
      </a>
    )
  }
  if (format === 'png') {
    return (
      <Button variant="primary" {...state} onClick={() => onMake('save')}>
        {m.action_download()}
      </Button>
    )
  }
  const isCopied = format === 'markdown'
  return (
    <>
      <Button
        variant={isCopied ? 'outline' : 'primary'}
        className={isCopied ? undefined : 'export-last'}
        {...state}
        onClick={() => onMake('save')}
      >
        {m.export_download({ extension })}
      </Button>
      <Button variant={isCopied ? 'primary' : 'outline'} {...state} onClick={() => onMake('copy')}>
        {isCopied ? m.export_copy_checklist() : m.action_copy()}
      </Button>
    </>
  )
}
