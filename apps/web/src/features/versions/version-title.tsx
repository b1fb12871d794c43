/** Class of the button with the title, whose text is aligned with the toolbar's text. */
export const versionButtonClass = '-ml-[13px] min-w-0 gap-1.5 px-3'

/** The name of a design, and the shown version. @param number null if there is only one version */
export function VersionTitle({ title, number }: { title: string; number: number | null }) {
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <bdi translate="no" dir="auto" className="version-title">
        {title}
      </bdi>
      {number !== null && <span className="sr-only">, </span>}
      {number !== null && (
        <span className="tabular flex-none text-13 font-normal text-ink-2">{`Version ${number}`}</span>
      )}
    </span>
  )
}
