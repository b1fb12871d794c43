import type { Project } from '@pinmark/shared/entities/project'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { tallyText } from './tally'
import { VerdictList } from './verdict-list'

/** What the reviewers say about the round, in numbers; a press shows who said what. */
export function RoundTally({ project }: { project: Project }) {
  const verdicts = project.round.verdicts ?? []
  const [isOpen, setIsOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const good = verdicts.filter(({ verdict }) => verdict === 'good').length
  const tally = tallyText({ good, changes: verdicts.length - good })
  return (
    <>
      <div role="group" aria-label={`Round ${project.round.number}`} className="round-foot">
        {verdicts.length === 0 ? (
          <p className="round-said">{tally}</p>
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
            <span className="tabular truncate">{tally}</span>
            <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="flex-none" />
          </Button>
        )}
      </div>
      {isOpen && button && <VerdictList project={project} anchor={button} onClose={() => setIsOpen(false)} />}
    </>
  )
}
