import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { pagePaths } from '@pinmark/shared/paths'
import { useNavigate } from 'react-router-dom'
import { useFindLinkAddress } from '../../lib/link-address'
import { useToast } from '../../ui/toast'
import { useCopyLink } from '../../ui/use-copy-link'

/** After a project is created: a note with buttons for its link and its page. */
export function useCreatedNote(): (project: ProjectSummary) => void {
  const toast = useToast()
  const navigate = useNavigate()
  const findAddress = useFindLinkAddress()
  const copyLink = useCopyLink()
  return ({ _id, name, link }) => {
    toast.show({
      text: `Project “${cut(name)}” created`,
      action: { label: 'Copy link', onSelect: () => void copyLink(findAddress(link.id)) },
      otherAction: { label: 'Open', onSelect: () => void navigate(pagePaths.project(_id)) },
    })
  }
}

/** The beginning of a long name, so that the note stays small on a phone. */
function cut(name: string): string {
  const letters = [...name]
  return letters.length > longestName ? `${letters.slice(0, longestName).join('')}…` : name
}

const longestName = 40
