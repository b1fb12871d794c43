import { m } from '@pinmark/words/messages'
import { CropMarks } from '../../../ui/signs'
import './add-files.css'

/** Shown over the frame while files are dragged over the window. The page handles the drop. */
export function FrameDrop({ name, title }: { name: string; title: string }) {
  return (
    <div aria-hidden className="frame-drop">
      <div>
        <CropMarks />
        <p className="text-15 font-semibold wrap-anywhere">{m.drop_to_add({ name })}</p>
        <p className="text-ink-2 wrap-anywhere">{m.drop_what({ name: title })}</p>
      </div>
    </div>
  )
}
