import { m } from '@pinmark/words/messages'
import { ChevronDown } from 'lucide-react'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import type { MenuItem } from '../../ui/menu-item'
import { Tag } from '../../ui/signs'
import { VersionRow, type VersionRowModel } from './version-row'
import { VersionTitle, versionButtonClass } from './version-title'
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
            <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="flex-none" />
          </Button>
        }
      />
      {isWaiting && <Tag tone="new">{m.version_tag_new()}</Tag>}
    </span>
  )
}
