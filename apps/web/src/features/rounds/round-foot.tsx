import type { Project } from '@pinmark/shared/entities/project'
import { RoundTally } from './round-tally'
import './rounds.css'
import type { VerdictKind } from '@pinmark/shared/entities/round'
import { m } from '@pinmark/words/messages'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Closable } from '../../lib/closed-link'
import { Button } from '../../ui/button'
import { LazyBoundary, prefetchedComponent } from '../../ui/lazy'
import { forgetVerdict, keepVerdict, useKeptVerdict } from './kept-verdict'
import { verdictKinds, VerdictSign, verdictWords } from './verdict-kinds'

/** Below the list of comments: the visitor's verdict on the round, or for the owner the verdicts of all. */
export function RoundFoot({ project }: { project: Project & Closable }) {
  return project.can.manage ? <RoundTally project={project} /> : <OwnVerdict project={project} />
}

/** A note above the design: the round is closed, and reviewers can only view and read. It shows the owner's
 *  message. */
export function ClosedRound({ round: { number, message } }: Pick<Project, 'round'>) {
  return (
    <p role="status" className="closed-round">
      <strong className="font-semibold text-ink">{m.round_is_closed_sentence({ number })}</strong>
      {message !== '' && (
        <q dir="auto" className="whitespace-pre-line text-ink wrap-anywhere">
          {message}
        </q>
      )}
      <span>{m.round_closed_hint({ next: number + 1 })}</span>
    </p>
  )
}

const VerdictForm = prefetchedComponent(async () => (await import('./verdict-form')).VerdictForm)

/** A reviewer's verdict on the round: two buttons, then a form above them, then the verdict. */
function OwnVerdict({ project }: { project: Project & Closable }) {
  const { permanentId, round, can } = project
  const { mine } = round
  const kept = useKeptVerdict(permanentId)
  /** Undefined until a button is pressed; null after the form has closed. */
  const [pressed, setPressed] = useState<VerdictKind | null>()
  const chosen = pressed === undefined ? (kept?.kind ?? null) : pressed
  const foot = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    // The form has replaced the button that was pressed.
    if (wasOpen.current && chosen === null) foot.current?.querySelector('button')?.focus()
    wasOpen.current = chosen !== null
  }, [chosen])

  if (chosen !== null) {
    const choose = (kind: VerdictKind) => {
      if (kept) keepVerdict(permanentId, { ...kept, kind })
      setPressed(kind)
    }
    const close = () => {
      forgetVerdict(permanentId, kept)
      setPressed(null)
    }
    return (
      <LazyBoundary onFailed={() => setPressed(null)}>
        <VerdictForm
          project={project}
          kind={chosen}
          kept={kept}
          wasPressed={pressed !== undefined}
          onKind={choose}
          onClose={close}
        />
      </LazyBoundary>
    )
  }
  return (
    <div ref={foot} role="group" aria-label={m.verdict_yours()} className="round-foot">
      {mine ? (
        <>
          <p className="round-said">
            <VerdictSign kind={mine.verdict} />
            <span className="truncate">{m.verdict_you_said({ verdict: verdictWords[mine.verdict]() })}</span>
          </p>
          {can.comment && (
            <Button
              size="sm"
              aria-label={m.verdict_change({ verdict: verdictWords[mine.verdict]() })}
              onClick={() => setPressed(mine.verdict)}
            >
              {m.action_change()}
            </Button>
          )}
        </>
      ) : round.closedAt !== null ? (
        <p className="round-said">{m.round_is_closed({ number: round.number })}</p>
      ) : (
        <>
          <p className="round-label">{m.verdict_yours()}</p>
          {verdictKinds.map((kind) => (
            <Button key={kind} size="sm" className="round-choice" onClick={() => setPressed(kind)}>
              <VerdictSign kind={kind} />
              <span>{verdictWords[kind]()}</span>
            </Button>
          ))}
        </>
      )}
    </div>
  )
}
