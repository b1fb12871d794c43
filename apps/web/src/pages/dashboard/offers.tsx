import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { projectKeys } from '../../lib/query-keys'
import { Button } from '../../ui/button'
import { inSpan, Name, rich } from '../../ui/rich'
import type { OpenDialog } from './dashboard-dialogs'

interface OffersProps {
  /** Those that are offered are shown. */
  projects: readonly ProjectSummary[]
  onDialog: (dialog: OpenDialog) => void
}

/** The projects that others want to hand over to the account. The dialog with their people answers an offer. */
export function Offers({ projects, onDialog }: OffersProps) {
  const queryClient = useQueryClient()

  function answer(project: ProjectSummary) {
    onDialog({ kind: 'people', project })
    // The owner may have taken the offer back meanwhile.
    void queryClient.invalidateQueries({ queryKey: projectKeys.lists })
  }
  return (
    <ul aria-label={m.people_offer_title()} className="mb-6 grid gap-2">
      {projects
        .filter(({ isOffered }) => isOffered)
        .map((project) => (
          <Offer key={project._id} project={project} onAnswer={() => answer(project)} />
        ))}
    </ul>
  )
}

function Offer({ project, onAnswer }: { project: ProjectSummary; onAnswer: () => void }) {
  const id = useId()
  const name = (text: string) => <Name className="font-[550]">{text}</Name>
  return (
    <li className="flex items-center gap-4 rounded-control bg-fill px-4 py-2">
      <p id={id} className="min-w-0 flex-1 wrap-anywhere">
        {rich(m.dashboard_offer, { name: name(project.owner.name), project: name(project.name) }, inSpan)}
      </p>
      <Button size="sm" aria-describedby={id} onClick={onAnswer}>
        {m.dashboard_offer_answer()}
      </Button>
    </li>
  )
}
