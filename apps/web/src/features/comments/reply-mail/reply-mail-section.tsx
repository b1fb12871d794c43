import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/button'
import { onEscape } from '../../../ui/popover'
import { ReplyMailForm } from './reply-mail-form'

/** The same form at the head of a thread, if the visitor opened it there. */
export function ReplyMailSection({ project, onClose }: { project: Project; onClose: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc is for all of it.
    <section
      aria-label={m.reply_mail_title()}
      className="flex flex-none gap-1 border-b border-line py-3 pe-2 ps-4"
      onKeyDown={onEscape(onClose)}
    >
      <div className="min-w-0 flex-1">
        <ReplyMailForm project={project} hasFocus />
      </div>
      <IconButton size="sm" label={m.reply_mail_close()} onClick={onClose}>
        <X aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </section>
  )
}
