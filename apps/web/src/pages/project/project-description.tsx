import type { Project } from '@pinmark/shared/entities/project'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CommentText } from '../../features/comments/list/comment-text'
import { lazyPart } from '../../ui/lazy-part'
import { PartBoundary } from '../../ui/part-boundary'

const DescriptionForm = lazyPart(
  async () => (await import('../../features/projects/description-form')).DescriptionForm,
)

/** The brief: what the designer wants feedback on. Whoever may rename may write it, where it stands. */
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
      <div className="project-description">
        <PartBoundary onFailed={() => setIsEdited(false)}>
          <Suspense fallback={null}>
            <DescriptionForm project={project} onClose={() => setIsEdited(false)} />
          </Suspense>
        </PartBoundary>
      </div>
    )
  }
  if (isEmpty && !project.can.rename) return null
  return (
    <div className="project-description">
      {!isEmpty && <FoldedText text={project.description} />}
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
    </div>
  )
}

/** Two lines, then `more`. */
function FoldedText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { ref, isCut } = useIsCut(text)
  return (
    <>
      <p ref={ref} dir="auto" className={`whitespace-pre-line wrap-anywhere ${isOpen ? '' : 'line-clamp-2'}`}>
        <CommentText text={text} />
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="text-action"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'less' : 'more'}
        </button>
      )}
    </>
  )
}

/** Whether two lines do not hold the text, at any width the window takes. */
function useIsCut(text: string) {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [text])
  return { ref, isCut }
}
