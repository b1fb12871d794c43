import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { Fragment } from 'react'
import { tallyText } from '../../features/rounds/tally'
import { VerdictSign, verdictKinds } from '../../features/rounds/verdict-kinds'
import { Tag } from '../../ui/tag'

/** The verdicts on the present round, and whether it is closed; nothing if there is neither. */
export function RoundLine({ round }: { round: ProjectSummary['round'] }) {
  const { number, closedAt, verdicts } = round
  if (closedAt === null && round.good + round.changes === 0) return null
  return (
    <div className="col-span-2 mt-1 flex min-w-0 items-center gap-2 text-13/[20px] text-ink-2">
      {closedAt !== null && <Tag>{`Round ${number} closed`}</Tag>}
      {verdictKinds.map((kind) => {
        const count = round[kind]
        const names = verdicts.filter(({ verdict }) => verdict === kind).map(({ name }) => name)
        if (count === 0) return null
        const others = count - names.length
        const rest = others === 1 ? '1 other' : `${others} others`
        const all = [...names, ...(others > 0 ? [rest] : [])]
        return (
          <p key={kind} className="flex min-w-0 items-center gap-1">
            <VerdictSign kind={kind} />
            <span className="sr-only">{`${tallyText({ good: 0, changes: 0, [kind]: count })}: `}</span>
            <b aria-hidden className="tabular font-[550] text-ink">
              {count}
            </b>
            <span className="truncate">
              {all.map((name, at) => (
                <Fragment key={`${name} ${String(at)}`}>
                  {at > 0 && <span>{', '}</span>}
                  <bdi translate="no" dir="auto">
                    {name}
                  </bdi>
                </Fragment>
              ))}
            </span>
          </p>
        )
      })}
    </div>
  )
}
