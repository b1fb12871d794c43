import type { Design, Version } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { ArrowRight, MapPin, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useIsPhone } from '../../../lib/browser-state'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import { ZoomMenu } from '../../../features/canvas/zoom/zoom-menu'
import { Button, IconButton } from '../../../ui/button'
import { classNames } from '../../../ui/class-names'
import { RadioGroup } from '../../../ui/radio-group'
import { Select } from '../../../ui/field'
import {
  buildPairOf,
  compareModes,
  modeNames,
  newestBuilt,
  shortModes,
  withVersion,
  type ComparedPair,
  type CompareMode,
} from './comparison'
import { Name, rich, spokenOnly } from '../../../ui/rich'

interface CompareBarProps {
  readonly titleId: string
  readonly design: Design
  readonly pair: ComparedPair
  readonly mode: CompareMode
  readonly viewport: Viewport
  readonly arePinsShown: boolean
  readonly onPair: (pair: ComparedPair) => void
  readonly onMode: (mode: CompareMode) => void
  readonly onTogglePins: () => void
  readonly onClose: () => void
}

/** Chooses the two versions, the mode, and the zoom. */
export function CompareBar(props: CompareBarProps) {
  const { titleId, design, pair, viewport, arePinsShown, onPair, onTogglePins, onClose } = props
  const choose = (side: keyof ComparedPair) => (version: Version) => onPair(withVersion(pair, side, version))
  return (
    <div className="compare-bar">
      <h2 id={titleId} className="compare-title">
        {rich(
          pair.after.isBuild ? m.build_compare_title : m.compare_title,
          {
            name: <Name>{design.title}</Name>,
          },
          spokenOnly,
        )}
      </h2>
      <BuildChoice {...props} />
      {pair.after.isBuild ? (
        <VersionSelect
          label={m.build_choice_design()}
          versions={design.versions.filter(({ build }) => build !== undefined)}
          shown={pair.before}
          onChoose={(version) => {
            const next = buildPairOf(version)
            if (next) onPair(next)
          }}
        />
      ) : (
        <>
          <VersionSelect
            label={m.compare_before()}
            versions={design.versions}
            shown={pair.before}
            onChoose={choose('before')}
          />
          <ArrowRight className="compare-arrow" />
          <VersionSelect
            label={m.compare_after()}
            versions={design.versions}
            shown={pair.after}
            onChoose={choose('after')}
          />
        </>
      )}
      <ModeChoice {...props} />
      <span className="compare-zoom">
        <IconButton label={m.zoom_out()} shortcut="−" size="sm" onClick={() => viewport.step('out')}>
          <ZoomOut size={18} />
        </IconButton>
        <ZoomMenu viewport={viewport} />
        <IconButton label={m.zoom_in()} shortcut="+" size="sm" onClick={() => viewport.step('in')}>
          <ZoomIn size={18} />
        </IconButton>
      </span>
      <Button
        variant="quiet"
        size="sm"
        aria-pressed={arePinsShown}
        className="compare-pins"
        onClick={onTogglePins}
      >
        <MapPin />
        <span className="max-xl:sr-only">{m.compare_pins()}</span>
      </Button>
      <IconButton label={m.compare_close()} shortcut="Esc" size="sm" onClick={onClose}>
        <X size={18} />
      </IconButton>
    </div>
  )
}

/** Whether a version is compared with another one, or with its build. Only for a design that has both. */
function BuildChoice({ design, pair, onPair }: Pick<CompareBarProps, 'design' | 'pair' | 'onPair'>) {
  const [newest, last] = design.versions.toReversed()
  const pairs = {
    design: newest && last ? { before: last, after: newest } : null,
    build: buildPairOf(pair.after.build ? pair.after : newestBuilt(design)),
  }
  if (!pairs.design || !pairs.build) return null
  return (
    <RadioGroup
      aria-label={m.build_choice()}
      className="segments"
      choiceClass="segment"
      choices={[
        { value: 'design' as const, label: m.build_choice_design() },
        { value: 'build' as const, label: m.build() },
      ]}
      value={pair.after.isBuild ? 'build' : 'design'}
      onChoose={(value) => {
        const next = pairs[value]
        if (next) onPair(next)
      }}
    />
  )
}

/** Shown in the bar; on a phone at the bottom, without the modes that need width. */
export function ModeChoice({
  pair,
  mode,
  onMode,
  isShort = false,
}: Pick<CompareBarProps, 'pair' | 'mode' | 'onMode'> & { isShort?: boolean }) {
  const nameOfMode = (one: CompareMode) =>
    one === 'changes' && pair.after.isBuild ? m.differences() : modeNames[one]()
  return (
    <RadioGroup
      aria-label={m.compare_mode()}
      className={classNames('segments compare-modes', isShort && 'compare-modes-short')}
      choiceClass="segment"
      choices={(isShort ? shortModes(pair) : compareModes).map((one) => ({
        value: one,
        label: nameOfMode(one),
        tooltip: m.tooltip_with_key({
          label: nameOfMode(one),
          key: compareModes.indexOf(one) + 1,
        }),
      }))}
      value={mode}
      onChoose={onMode}
    />
  )
}

interface VersionSelectProps {
  readonly label: string
  readonly versions: readonly Version[]
  readonly shown: Version
  readonly onChoose: (version: Version) => void
}

function VersionSelect({ label, versions, shown, onChoose }: VersionSelectProps) {
  // On a phone, the word would be cut off in many languages. The labels on the pictures have it.
  const isPhone = useIsPhone()
  return (
    <Select
      aria-label={label}
      className="compare-select tabular"
      value={shown.number}
      onChange={({ target }) => {
        const chosen = versions.find(({ number }) => String(number) === target.value)
        if (chosen) onChoose(chosen)
      }}
    >
      {versions.toReversed().map(({ number }) => (
        <option key={number} value={number}>
          {isPhone ? number : m.version_number({ number })}
        </option>
      ))}
    </Select>
  )
}
