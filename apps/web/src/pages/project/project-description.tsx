import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useRef, useState } from 'react'
import { ClampedText } from '../../features/comments/list/clamped-text'
import { LazyBoundary } from '../../ui/lazy'
import { DescriptionForm } from './lazy-parts'
import { DescriptionFrame } from './project-frames'

/** The brief: what the designer wants feedback on. Visitors who may rename the project can edit it in
 *  place. */
export function ProjectDescription({ project }: { project: Project }) {
  const [isEdited, setIsEdited] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const [wasEdited, setWasEdited] = useState(false)
  useEffect(() => {
    if (wasEdited && !isEdited) opener.current?.focus()
  }, [wasEdited, isEdited])

  const isEmpty = project.description.trim() === ''
  if (isEdited) {
    return (
      <DescriptionFrame brief={false}>
        <LazyBoundary onFailed={() => setIsEdited(false)}>
          <DescriptionForm project={project} onClose={() => setIsEdited(false)} />
        </LazyBoundary>
      </DescriptionFrame>
    )
  }
  if (isEmpty && !project.can.rename) return null
  return (
    <DescriptionFrame brief={!isEmpty && <ClampedText text={project.description} lines="head" />}>
      {project.can.rename && (
        <button
          ref={opener}
          type="button"
          className="text-action"
          onClick={() => {
            setWasEdited(true)
            setIsEdited(true)
          }}
        >
          {isEmpty ? 'Add a description' : 'Edit description'}
        </button>
      )}
    </DescriptionFrame>
  )
}
