import { CropMarks } from '../../../ui/signs'
import './add-files.css'

/** Shown over the frame while files are dragged over the window. The page handles the drop. */
export function FrameDrop({ name, title }: { name: string; title: string }) {
  return (
    <div aria-hidden className="frame-drop">
      <div>
        <CropMarks />
        <p className="text-15 font-semibold wrap-anywhere">{`Drop to add to ${name}`}</p>
        <p className="text-ink-2 wrap-anywhere">
          {`A new version of ${title}, or another design. You choose next.`}
        </p>
      </div>
    </div>
  )
}
