/** The button with the title, whose text stands where the toolbar's text begins. */
export const versionButtonClass = '-ml-2.5 min-w-0 gap-1.5 px-3'

/** Name of a design, and which version of it is shown. @param number null where there is one version */
export function VersionTitle({ title, number }: { title: string; number: number | null }) {
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <bdi dir="auto" className="version-title">
        {title}
      </bdi>
      {number !== null && <span className="sr-only">, </span>}
      {number !== null && (
        <span className="tabular flex-none text-13 font-normal text-ink-2">Version {number}</span>
      )}
    </span>
  )
}
