import { m } from '@pinmark/words/messages'
import { ChevronDown, Check } from 'lucide-react'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import type { MenuItem } from '../../ui/menu-item'
import { Tag } from '../../ui/signs'
import { VersionTitle, versionButtonClass } from './version-title'
import { formatDateTime } from '../../lib/clock'
import { formatFacts } from '../../lib/format'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import { Name } from '../../ui/rich'
import './versions.css'

interface VersionMenuProps {
  readonly title: string
  /** The only design of the project. */
  readonly isOnly: boolean
  /** Newest first. */
  readonly versions: readonly VersionRowModel[]
  /** A newer version has arrived that was not viewed yet. */
  readonly isWaiting: boolean
  /** Further actions of the menu. */
  readonly items: MenuItem[]
  /** Called when the pointer or the focus comes near its button. */
  readonly onNear: () => void
  readonly onChoose: (number: number) => void
}

/** The shown design and version, and a menu of the others: `Landing page, Version 3 of 3, choose a
 *  version`. */
export function VersionMenu({
  title,
  isOnly,
  versions,
  isWaiting,
  items,
  onNear,
  onChoose,
}: VersionMenuProps) {
  const shown = versions.find(({ isShown }) => isShown)
  const number = shown?.number ?? 1
  const rows =
    versions.length > 1
      ? versions.map((version): MenuItem => ({
          label: m.version_number({ number: version.number }),
          content: <VersionRow version={version} />,
          checked: version.isShown,
          isRadio: true,
          onSelect: () => onChoose(version.number),
        }))
      : []
  if (rows.length + items.length === 0) return <VersionTitle title={title} number={null} isOnly={isOnly} />
  const label =
    versions.length > 1
      ? m.version_menu({ name: title, number, count: versions.length })
      : isOnly
        ? m.version_menu_only({ name: title, number })
        : m.version_menu_actions({ name: title })
  return (
    <span className="contents" onPointerOver={onNear} onFocus={onNear}>
      <Menu
        align="start"
        className="version-menu"
        items={[...rows, ...items]}
        trigger={
          <Button
            variant="quiet"
            size="sm"
            data-version-button
            aria-label={label}
            className={versionButtonClass}
          >
            <VersionTitle title={title} number={versions.length > 1 ? number : null} isOnly={isOnly} />
            <ChevronDown className="flex-none" />
          </Button>
        }
      />
      {isWaiting && <Tag tone="new">{m.version_tag_new()}</Tag>}
    </span>
  )
}

/** A version as its row shows it. */
export interface VersionRowModel {
  readonly number: number
  readonly isNewest: boolean
  readonly isShown: boolean
  readonly createdAt: string
  readonly by: string
  readonly note: string
  readonly hasBuild: boolean
  /** Path of a small picture of it. */
  readonly thumbnail: string
  /** Number of open comments that its list shows. */
  readonly open: number
  readonly resolved: number
}

/** Picture, date, note and counts of a version: in the menu of the toolbar, and on a phone in a sheet. */
function VersionRow({ version }: { version: VersionRowModel }) {
  const { number, isNewest, createdAt, by, note, hasBuild, thumbnail } = version
  return (
    <>
      <img src={thumbnail} alt="" width={64} height={60} className="version-thumbnail" draggable={false} />
      <span className="grid min-w-0 gap-y-px text-13">
        <span className="flex items-center gap-2">
          <span className="font-semibold text-14">{m.version_number({ number })}</span>
          {isNewest && <Tag>{m.version_newest()}</Tag>}
          {hasBuild && <Tag>{m.build()}</Tag>}
        </span>
        <span className="tabular text-ink-2">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> · <Name>{by}</Name>
        </span>
        {note !== '' && (
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {note}
          </span>
        )}
        <span className="tabular text-ink-2">{countsOf(version)}</span>
      </span>
    </>
  )
}

/** `6 open, 5 resolved` */
function countsOf({ open, resolved }: VersionRowModel): string {
  if (open === 0) return resolved === 0 ? m.version_no_comments() : m.list_all_resolved({ count: resolved })
  const facts = [m.count_open({ count: open })]
  return formatFacts(resolved === 0 ? facts : [...facts, m.count_resolved({ count: resolved })])
}

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
              {version.isShown && <Check className="ms-auto flex-none" />}
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
