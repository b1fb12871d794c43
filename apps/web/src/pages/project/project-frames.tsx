import { m } from '@pinmark/words/messages'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names'
import { ClampedText } from '../../features/comments/list/clamped-text'

/** Boxes of the project page that the first paint has too. They have no state. */

interface HeadFrameProps {
  readonly name: string
  /** The text after the name. */
  readonly edited: ReactNode
  /** Keeps the room of `edited`, but does not show it. */
  readonly hidesEdited?: boolean
  /** The icon bar and the description. */
  readonly children: ReactNode
}

export function HeadFrame({ name, edited, hidesEdited = false, children }: HeadFrameProps) {
  return (
    <header className="project-head">
      <div className="project-title">
        {/* In the direction of the name itself, so that it is cut off at its end. */}
        <h1 translate="no" dir="auto" className="page-title project-name wrap-anywhere" title={name}>
          {name}
        </h1>
        <p
          className={classNames(
            'flex-none text-13 text-ink-3 md:whitespace-nowrap',
            hidesEdited && 'invisible',
          )}
        >
          {edited}
        </p>
      </div>
      {children}
    </header>
  )
}

interface DescriptionFrameProps {
  /** False without a description. */
  readonly brief: ReactNode
  readonly children: ReactNode
}

export function DescriptionFrame({ brief, children }: DescriptionFrameProps) {
  return (
    <div className="project-description">
      {/* `more` is beside the text, so that nothing moves when it appears. */}
      {brief && <div className="flex min-w-0 items-end gap-3">{brief}</div>}
      {children}
    </div>
  )
}

interface WorkFrameProps {
  readonly isExpanded: boolean
  readonly panel: ReactNode
  /** Content of the viewer, beside the panel. */
  readonly children: ReactNode
}

export function WorkFrame({ isExpanded, panel, children }: WorkFrameProps) {
  return (
    <div className="project-work" data-expanded={isExpanded || undefined}>
      <section aria-label={m.design_label()} className="project-viewer">
        {children}
      </section>
      {panel}
    </div>
  )
}

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
      <span className="tabular flex-none">{m.version_note_label({ number })}</span>
      <ClampedText text={note} lines={2} />
    </div>
  )
}
