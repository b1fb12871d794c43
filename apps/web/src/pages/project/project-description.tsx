import type { Project } from '@pinmark/shared/entities/project'
import { Suspense, useEffect, useRef, useState } from 'react'
import { ClampedText } from '../../features/comments/list/clamped-text'
import { prefetchedComponent } from '../../ui/lazy-component'
import { ChunkErrorBoundary } from '../../ui/lazy-boundary'
import { DescriptionFrame } from './project-frames'

const DescriptionForm = prefetchedComponent(
  async () => (await import('../../features/projects/description-form')).DescriptionForm,
)

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
        <ChunkErrorBoundary onFailed={() => setIsEdited(false)}>
          <Suspense fallback={null}>
            <DescriptionForm project={project} onClose={() => setIsEdited(false)} />
          </Suspense>
        </ChunkErrorBoundary>
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
