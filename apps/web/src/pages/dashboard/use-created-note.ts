import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { pagePaths } from '@pinmark/shared/paths'
import { useNavigate } from 'react-router-dom'
import { copyToClipboard } from '../../ui/clipboard'
import { useInstance } from '../../lib/instance'
import { useToast } from '../../ui/toast'

/** After a project is created: a note with buttons for its link and its page. */
export function useCreatedNote(): (project: ProjectSummary) => void {
  const toast = useToast()
  const navigate = useNavigate()
  const publicUrl = useInstance()?.publicUrl
  return ({ _id, link }) => {
    const address = new URL(pagePaths.project(link.id), publicUrl ?? location.origin).href
    const copy = async () => {
      const isCopied = await copyToClipboard(address)
      toast.show(
        isCopied ? { text: 'Link copied' } : { text: `Copy it by hand: ${address}`, durationMs: 20_000 },
      )
    }
    toast.show({
      text: 'Project created',
      action: { label: 'Copy link', onSelect: () => void copy() },
      otherAction: { label: 'Open', onSelect: () => void navigate(pagePaths.project(_id)) },
    })
  }
}
