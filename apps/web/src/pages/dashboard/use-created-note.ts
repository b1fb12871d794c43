import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { pagePaths } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useNavigate } from 'react-router-dom'
import { projectNote } from '../../features/projects/project-actions'
import { useFindLinkAddress } from '../../lib/instance'
import { toast } from '../../ui/toast'
import { useCopyLink } from '../../ui/clipboard'

/** After a project is created: a note with buttons for its link and its page. */
export function useCreatedNote(): (project: ProjectSummary) => void {
  const navigate = useNavigate()
  const findAddress = useFindLinkAddress()
  const copyLink = useCopyLink()
  return ({ _id, name, link }) => {
    toast.show({
      text: projectNote(name, m.project_created),
      action: { label: m.link_copy(), onSelect: () => void copyLink(findAddress(link.id)) },
      otherAction: { label: m.action_open(), onSelect: () => void navigate(pagePaths.project(_id)) },
    })
  }
}
