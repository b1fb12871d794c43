import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useRef } from 'react'
import { useReview, useReviewState } from '../../features/review/use-review'
import { ClampedText } from '../../features/comments/list/clamped-text'
import { LazyBoundary } from '../../ui/lazy'
import { DescriptionForm } from './lazy-parts'
import { DescriptionFrame } from './project-frames'

/** The brief: what the designer wants feedback on. Visitors who may rename the project can edit it in
 *  place. */
export function ProjectDescription({ project }: { project: Project }) {
  const { editBrief } = useReview()
  const isEdited = useReviewState((state) => state.isBriefEdited)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited) opener.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])

  const isEmpty = project.description.trim() === ''
  if (isEdited) {
    return (
      <DescriptionFrame brief={false}>
        <LazyBoundary onFailed={() => editBrief(false)}>
          <DescriptionForm project={project} onClose={() => editBrief(false)} />
        </LazyBoundary>
      </DescriptionFrame>
    )
  }
  if (isEmpty && !project.can.rename) return null
  return (
    <DescriptionFrame brief={!isEmpty && <ClampedText text={project.description} lines="head" />}>
      {project.can.rename && (
        <button ref={opener} type="button" className="text-action" onClick={() => editBrief(true)}>
          {isEmpty ? 'Add a description' : 'Edit description'}
        </button>
      )}
    </DescriptionFrame>
  )
}
