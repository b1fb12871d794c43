import type { Project } from '@pinmark/shared/entities/project'
import { useLayoutEffect, useRef, useState } from 'react'
import { CommentText } from '../../features/comments/list/comment-text'

/** The brief: what the designer wants feedback on. Two lines, then `more`. */
export function ProjectDescription({ project: { description } }: { project: Project }) {
  const [isOpen, setIsOpen] = useState(false)
  const { ref, isCut } = useIsCut(description)
  if (description.trim() === '') return null
  return (
    <div className="project-description">
      <p ref={ref} dir="auto" className={`whitespace-pre-line wrap-anywhere ${isOpen ? '' : 'line-clamp-2'}`}>
        <CommentText text={description} />
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="-my-1 py-1 text-13 underline underline-offset-3"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'less' : 'more'}
        </button>
      )}
    </div>
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
