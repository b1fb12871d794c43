import { Button } from '../../ui/button'
import { CropMarks } from '../../ui/crop-marks'
import { Pin } from '../../ui/pin'

export function EmptyDashboard({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="dashboard-empty">
      <CropMarks />
      <Pin number={1} className="pin-on-corner" />
      <h2 className="mb-2 text-20 font-[620] tracking-[-0.018em]">You don't have any projects yet.</h2>
      <p className="mx-auto mb-6 max-w-[40ch] text-ink-2">
        Upload a design, send the link, and comments arrive pinned to the exact spot.
      </p>
      <Button variant="primary" onClick={onCreate}>
        + Create new
      </Button>
      <p className="mt-4 text-13 text-ink-3">Or drop or paste an image anywhere on this page.</p>
    </div>
  )
}
