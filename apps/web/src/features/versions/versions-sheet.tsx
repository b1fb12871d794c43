import { m } from '@pinmark/words/messages'
import { Check } from 'lucide-react'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import type { MenuItem } from '../../ui/menu-item'
import { VersionRow, type VersionRowModel } from './version-row'
import './versions.css'

interface VersionsSheetProps {
  readonly title: string
  /** Newest first. */
  readonly versions: readonly VersionRowModel[]
  readonly open: boolean
  readonly onClose: () => void
  readonly onChoose: (number: number) => void
  /** Further actions. */
  readonly items: readonly MenuItem[]
  /** Undefined if there is only one version. */
  readonly onCompare: (() => void) | undefined
  /** Undefined for visitors who may not add a version. */
  readonly onNewVersion: (() => void) | undefined
}

/** The versions of a design on a phone, whose toolbar has no room for their menu. */
export function VersionsSheet({
  title,
  versions,
  open,
  onClose,
  onChoose,
  items,
  onCompare,
  onNewVersion,
}: VersionsSheetProps) {
  return (
    <Dialog
      open={open}
      dismissible
      onClose={onClose}
      title={m.versions_of({ name: title })}
      footer={
        (onCompare ?? onNewVersion) && (
          <>
            {onCompare && <Button onClick={onCompare}>{m.version_compare()}</Button>}
            {onNewVersion && <Button onClick={onNewVersion}>{m.version_new()}</Button>}
          </>
        )
      }
    >
      <ul className="-mx-2.5 grid">
        {versions.map((version) => (
          <li key={version.number}>
            <button
              type="button"
              className="version-row"
              aria-current={version.isShown || undefined}
              onClick={() => onChoose(version.number)}
            >
              <VersionRow version={version} />
              {version.isShown && (
                <Check aria-hidden size={16} strokeWidth={1.75} className="ms-auto flex-none" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {items.map(({ label, tone, onSelect }, index) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- Two deleted designs may have the same title.
          key={index}
          type="button"
          className={classNames('text-action mt-3 block min-h-11', tone === 'danger' && 'text-danger-text')}
          onClick={() => {
            onClose()
            onSelect()
          }}
        >
          {label}
        </button>
      ))}
    </Dialog>
  )
}
