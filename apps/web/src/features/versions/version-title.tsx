import { m } from '@pinmark/words/messages'
import { Name } from '../../ui/rich'

/** Class of the button with the title, whose text is aligned with the toolbar's text. */
export const versionButtonClass = '-ms-[13px] min-w-0 gap-1.5 px-3'

interface VersionTitleProps {
  readonly title: string
  /** Null if there is only one version. */
  readonly number: number | null
  /** The only design of the project, which is named by the page's heading. */
  readonly isOnly: boolean
}

/** The name of a design, and the shown version. */
export function VersionTitle({ title, number: chosen, isOnly }: VersionTitleProps) {
  const number = chosen ?? (isOnly ? 1 : null)
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <Name className={isOnly ? 'sr-only' : 'version-title'}>{title}</Name>
      {number !== null && <span className="sr-only">, </span>}
      {number !== null && (
        <span className={isOnly ? 'tabular flex-none' : 'tabular flex-none text-13 font-normal text-ink-2'}>
          {m.version_number({ number })}
        </span>
      )}
    </span>
  )
}
