import type { Project, Version } from '@pinmark/shared/entities/project'
import { imagePath } from '@pinmark/shared/image-path'
import { m } from '@pinmark/words/messages'
import { AppWindow, Check, ChevronDown, Columns2, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { designFileTypes, pickFiles } from '../../ui/design-files'
import { Menu } from '../../ui/menu'
import { offered, type MenuItem, type MenuItems } from '../../ui/menu-item'
import { Tag } from '../../ui/signs'
import { VersionTitle, versionButtonClass } from './version-title'
import { formatDateTime } from '../../lib/clock'
import { formatFacts } from '../../lib/format'
import type { Arrival } from '../review/review'
import { type Review, useReview, useReviewState } from '../review/use-review'
import { newestOf, threadsOn } from '../review/views'
import { classNames } from '../../ui/class-names'
import { Dialog } from '../../ui/dialog'
import { Name } from '../../ui/rich'
import { useVersionActions } from './use-version-actions'
import './versions.css'

/** The shown design and version, with a menu of the others: `Landing page, Version 3 of 3, choose a version`. Beside it is the
 *  button that compares the version with its build. */
export function VersionsHeading() {
  const { project, shown, versions: choice, addFiles } = useReview()
  const [isNear, setNear] = useState(false)
  const actions = useVersionActions(isNear)
  const { design, version } = shown
  const { title, versions } = design
  const hasVersions = versions.length > 1
  const isOnly = project.designs.length === 1
  const rows = versions.toReversed().map((one): MenuItem => ({
    label: m.version_number({ number: one.number }),
    content: <VersionRow version={one} />,
    checked: one._id === version._id,
    isRadio: true,
    onSelect: () => choice.go(design, one.number),
  }))
  const items = offered([
    ...(hasVersions ? rows : []),
    hasVersions && {
      label: m.compare_versions(),
      icon: <Columns2 />,
      shortcut: 'V',
      onSelect: choice.openCompare,
    },
    ...addItems(project, addFiles),
    ...actions,
  ])
  const heading = <VersionTitle title={title} number={hasVersions ? version.number : null} isOnly={isOnly} />
  const near = () => setNear(true)
  return (
    <>
      {items.length === 0 ? (
        heading
      ) : (
        <span className="contents" onPointerOver={near} onFocus={near}>
          <Menu
            align="start"
            className="version-menu"
            items={items}
            trigger={
              <Button
                variant="quiet"
                size="sm"
                data-version-button
                aria-label={
                  hasVersions
                    ? m.version_menu({ name: title, number: version.number, count: versions.length })
                    : isOnly
                      ? m.version_menu_only({ name: title, number: version.number })
                      : m.version_menu_actions({ name: title })
                }
                className={versionButtonClass}
              >
                {heading}
                <ChevronDown className="flex-none" />
              </Button>
            }
          />
          {choice.waiting && <Tag tone="new">{m.version_tag_new()}</Tag>}
        </span>
      )}
      {version.build && (
        <Button
          variant="quiet"
          size="sm"
          className="compare-button"
          data-tooltip={m.build_compare()}
          onClick={choice.compareBuild}
        >
          <AppWindow size={18} />
          <span>{m.build()}</span>
        </Button>
      )}
    </>
  )
}

function addItems({ can }: Project, onAdd: Review['addFiles']): MenuItems {
  const add = (label: string, purpose: Arrival['purpose'], Icon: typeof Plus): MenuItem => ({
    label,
    icon: <Icon />,
    onSelect: () => pickFiles(designFileTypes, (files) => onAdd({ files, purpose })),
  })
  return [
    can.manage && add(m.version_upload(), 'open', Upload),
    can.manage && add(m.design_add(), 'another', Plus),
  ]
}

/** Picture, date, note and counts of a version of the shown design: in the menu of the toolbar, and on a phone in a sheet. */
function VersionRow({ version }: { version: Version }) {
  const { project, shown } = useReview()
  const { _id, number, createdAt, image, note, build } = version
  return (
    <>
      <img
        src={imagePath(image._id, 'thumbnail')}
        alt=""
        width={64}
        height={60}
        className="version-thumbnail"
        draggable={false}
      />
      <span className="grid min-w-0 gap-y-px text-13">
        <span className="flex items-center gap-2">
          <span className="font-semibold text-14">{m.version_number({ number })}</span>
          {_id === newestOf(shown.design)._id && <Tag>{m.version_newest()}</Tag>}
          {build && <Tag>{m.build()}</Tag>}
        </span>
        <span className="tabular text-ink-2">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> · <Name>{project.owner.name}</Name>
        </span>
        {note !== '' && (
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {note}
          </span>
        )}
        <span className="tabular text-ink-2">{useCounts(version)}</span>
      </span>
    </>
  )
}

/** `6 open, 5 resolved`: the comments that the list of a version shows. */
function useCounts(version: Version): string {
  const { project, shown, all } = useReview()
  const { design } = shown
  const isOld = version._id !== newestOf(design)._id
  const states = threadsOn(all, { design, version, isOld, isOnly: false }, project.can).flatMap(
    ({ comment, state }) => (comment?.deletedAt === null ? [state] : []),
  )
  const open = states.filter((state) => state === 'open').length
  const resolved = states.length - open
  if (open === 0) return resolved === 0 ? m.version_no_comments() : m.list_all_resolved({ count: resolved })
  const facts = [m.count_open({ count: open })]
  return formatFacts(resolved === 0 ? facts : [...facts, m.count_resolved({ count: resolved })])
}

/** The versions of the shown design on a phone, whose toolbar has no room for their menu. */
export function VersionsSheet() {
  const { project, shown, versions: choice, addFiles, close } = useReview()
  const open = useReviewState(({ opened }) => opened === 'versions')
  const actions = useVersionActions(open)
  const { design, version } = shown
  const hasVersions = design.versions.length > 1
  return (
    <Dialog
      open={open}
      dismissible
      onClose={close}
      title={m.versions_of({ name: design.title })}
      footer={
        (hasVersions || project.can.manage) && (
          <>
            {hasVersions && (
              <Button
                onClick={() => {
                  close()
                  choice.openCompare()
                }}
              >
                {m.version_compare()}
              </Button>
            )}
            {project.can.manage && (
              <Button
                onClick={() =>
                  pickFiles(designFileTypes, (files) => {
                    close()
                    addFiles({ files, purpose: 'open' })
                  })
                }
              >
                {m.version_new()}
              </Button>
            )}
          </>
        )
      }
    >
      <ul className="-mx-2.5 grid">
        {design.versions.toReversed().map((one) => (
          <li key={one.number}>
            <button
              type="button"
              className="version-row"
              aria-current={one._id === version._id || undefined}
              onClick={() => {
                close()
                choice.go(design, one.number)
              }}
            >
              <VersionRow version={one} />
              {one._id === version._id && <Check className="ms-auto flex-none" />}
            </button>
          </li>
        ))}
      </ul>
      {actions.map(({ label, tone, onSelect }, index) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- Two deleted designs may have the same title.
          key={index}
          type="button"
          className={classNames('text-action mt-3 block min-h-11', tone === 'danger' && 'text-danger-text')}
          onClick={() => {
            close()
            onSelect()
          }}
        >
          {label}
        </button>
      ))}
    </Dialog>
  )
}
