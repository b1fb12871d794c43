import { ClampedText } from '../../features/comments/list/clamped-text'

interface VersionNoteProps {
  readonly number: string
  /** What changed, in the owner's words; nothing is shown without a note. */
  readonly note: string
}

/** What the shown version changed, under the brief. The first paint has it too. */
export function VersionNote({ number, note }: VersionNoteProps) {
  if (note.trim() === '') return null
  return (
    <div className="project-note">
      <span className="tabular flex-none">{`Version ${number}:`}</span>
      <ClampedText text={note} lines={2} />
    </div>
  )
}
