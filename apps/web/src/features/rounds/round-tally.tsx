import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/button'
import { LazyBoundary, lazyComponent, prefetchedComponent } from '../../ui/lazy'
import { toast } from '../../ui/toast'
import { useChangeRound } from './api/use-round'
import { tallyText } from './verdict-kinds'
import { rich, spokenOnly } from '../../ui/rich'
import { useLastOpened } from '../../ui/use-last-opened'

const VerdictList = prefetchedComponent(async () => (await import('./verdict-list')).VerdictList)
const CloseRoundDialog = lazyComponent(async () => (await import('./close-round-dialog')).CloseRoundDialog)

/** The reviewers' verdicts on the round, as numbers. A press shows the authors. Beside it is the button that
 *  closes the round. */
export function RoundTally({ project }: { project: Project }) {
  const { number, closedAt, verdicts: given } = project.round
  const verdicts = given ?? []
  const [isOpen, setIsOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const asked = useLastOpened(isAsking || null)
  const good = verdicts.filter(({ verdict }) => verdict === 'good').length
  // The last verdict was withdrawn, or the next round has begun. The list does not open again with the next verdict.
  if (isOpen && verdicts.length === 0) setIsOpen(false)
  const closed = m.round_is_closed({ number })
  const tally = tallyText({ good, changes: verdicts.length - good })
  const opening = useChangeRound(project._id)
  const openAgain = () =>
    opening.mutate(
      { closed: false, message: '', round: number },
      {
        onError: (error) => toast.showFailure(error, m.round_open_failed()),
      },
    )

  return (
    <>
      <div role="group" aria-label={m.round_number({ number })} className="round-foot">
        {verdicts.length === 0 ? (
          <p className="round-said">{closedAt === null ? tally : closed}</p>
        ) : (
          <Button
            ref={setButton}
            size="sm"
            variant="quiet"
            className="round-tally"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className="tabular truncate">
              {closedAt === null ? (
                <>
                  <span className="round-full">{tally}</span>
                  <span className="round-short">
                    {withTally(m.count_verdicts({ count: verdicts.length }), tally)}
                  </span>
                </>
              ) : (
                withTally(closed, tally)
              )}
            </span>
            <ChevronDown className="flex-none" />
          </Button>
        )}
        {project.can.manage && (
          // One button, so that the focus stays on it when the round closes or opens.
          <Button
            size="sm"
            pending={opening.isPending}
            onPointerEnter={fetchDialog}
            onFocus={fetchDialog}
            onClick={closedAt === null ? () => setIsAsking(true) : openAgain}
          >
            {closedAt === null ? m.round_close() : m.round_open()}
          </Button>
        )}
      </div>
      {isOpen && button && (
        <LazyBoundary onFailed={() => setIsOpen(false)}>
          <VerdictList project={project} anchor={button} onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
      {asked && (
        <LazyBoundary key={asked.key} onFailed={() => setIsAsking(false)}>
          <CloseRoundDialog project={project} open={isAsking} onClose={() => setIsAsking(false)} />
        </LazyBoundary>
      )}
    </>
  )
}

/** Screen readers hear the tally too. */
function withTally(label: string, tally: string): ReactNode {
  return rich(
    (parts) => m.label_with_detail({ label: parts.label, detail: tally }),
    { label: <span>{label}</span> },
    spokenOnly,
  )
}

/** A failure is shown when the dialog is opened, not before. */
const fetchDialog = () => void CloseRoundDialog.preload().catch(() => undefined)
