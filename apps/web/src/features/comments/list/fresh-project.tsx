import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { linkAddress, useFindLinkAddress, useInstance } from '../../../lib/instance'
import { Button } from '../../../ui/button'
import { useCopyLink } from '../../../ui/clipboard'
import { useReview } from '../../review/use-review'

/** The next steps of an owner: send the link, and say what to look at. */
export function FreshProject({ project }: { project: Project }) {
  const { editBrief } = useReview()
  const copyLink = useCopyLink()
  const findAddress = useFindLinkAddress()
  const address = linkAddress(project.link.id, useInstance())
  return (
    <>
      <p className="text-ink-2">{project.isSeen === false ? m.fresh_unseen() : m.fresh_send()}</p>
      <p translate="no" className="text-13 wrap-anywhere text-ink-2 select-all">
        {address}
      </p>
      <Button variant="primary" onClick={() => void copyLink(findAddress(project.link.id))}>
        {m.link_copy()}
      </Button>
      {project.can.rename && project.description.trim() === '' && (
        <Button variant="quiet" onClick={() => editBrief(true)}>
          {m.fresh_brief()}
        </Button>
      )}
    </>
  )
}
