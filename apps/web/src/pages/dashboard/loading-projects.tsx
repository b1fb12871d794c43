import { useDelayed } from '../../ui/use-delayed'

/** After a short delay, one row of placeholder cards. */
export function LoadingProjects() {
  if (!useDelayed(true)) return null
  return (
    <>
      <p role="status" className="mb-4 text-ink-2">
        Loading projects...
      </p>
      <div aria-hidden className="project-grid project-grid-loading">
        {[1, 2, 3, 4].map((column) => (
          <div key={column}>
            <div className="aspect-[4/3] rounded-control bg-fill" />
            <div className="mt-4 h-2 w-full rounded-tag bg-fill" />
            <div className="mt-2 h-2 w-1/2 rounded-tag bg-fill" />
          </div>
        ))}
      </div>
    </>
  )
}
