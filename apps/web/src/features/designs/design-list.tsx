import { designTitleSchema } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { failureText } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { Ellipsis, GripVertical } from 'lucide-react'
import { useId, useRef, useState, type PointerEvent, type RefObject, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { valueError } from '../../lib/form'
import { FieldError, TextInput } from '../../ui/field'
import { useReorder } from './use-reorder'
import type { MenuItem } from '../../ui/menu-item'
import { stepInRow } from '../../ui/reading-direction'

interface DesignListOptions {
  readonly designs: readonly DesignTile[]
  /** Null for visitors who may not change designs. */
  readonly actions: DesignActions | null
  /** The scroll container; by default the list itself. */
  readonly scroller?: RefObject<HTMLElement | null>
}

/** The common behaviour of the strip and the overview: designs are renamed in place, and reordered by
 *  dragging. */
export function useDesignList({ designs, actions, scroller }: DesignListOptions) {
  const list = useRef<HTMLUListElement>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const { itemProps, handlePress } = useReorder({
    list,
    scroller: scroller ?? list,
    onMove: actions?.onMove,
  })

  function rowOf(design: DesignTile, index: number) {
    const { id, title } = design
    const place: DesignPlace | null = actions && {
      ...{ id, index, count: designs.length, actions },
      onRename: () => setRenamed(id),
    }
    const isRenamed = place !== null && renamed === id
    return {
      place,
      itemProps: itemProps(id, index, designs.length),
      grip: place && <DesignGrip onPress={(event) => handlePress(event, id)} />,
      /** Shown instead of the title while it is renamed. */
      nameField: isRenamed && (
        <DesignNameField
          title={title}
          onSave={(name) => place.actions.onRename(id, name)}
          onEnd={() => {
            const hadFocus = list.current?.contains(document.activeElement)
            flushSync(() => setRenamed(null))
            if (hadFocus) focusDesign(list.current, id)
          }}
        />
      ),
      menu: place && <DesignMenu title={title} place={place} />,
    }
  }
  return { list, rowOf }
}

function focusDesign(list: ParentNode | null, id: string): void {
  list?.querySelector<HTMLElement>(`[data-design="${CSS.escape(id)}"]`)?.focus()
}

/** For the pointer only. The keys of the design do the same. */
function DesignGrip({ onPress }: { onPress: (event: PointerEvent<HTMLElement>) => void }) {
  return (
    <span aria-hidden className="design-grip" onPointerDown={onPress}>
      <GripVertical />
    </span>
  )
}

function DesignMenu({ title, place }: { title: string; place: DesignPlace }) {
  return (
    <Menu
      items={designItems(place)}
      trigger={
        <IconButton size="sm" label={m.design_actions({ name: title })} tooltip={m.actions()}>
          <Ellipsis />
        </IconButton>
      }
    />
  )
}

interface DesignNameFieldProps {
  readonly title: string
  readonly onSave: (title: string) => Promise<void>
  readonly onEnd: () => void
}

/** Renames a design in place. Enter and a press elsewhere save, Esc cancels. The typed name stays until it is saved. */
function DesignNameField({ title, onSave, onEnd }: DesignNameFieldProps) {
  const [name, setName] = useState(title)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const isSaving = useRef(false)

  async function save() {
    if (isSaving.current) return
    const checked = designTitleSchema.safeParse(name)
    if (!checked.success) return setProblem(valueError(checked.error))
    setProblem(null)
    isSaving.current = true
    try {
      if (checked.data !== title) await onSave(checked.data)
      onEnd()
    } catch (error) {
      setProblem(failureText(m.design_rename_failed(), error))
    } finally {
      isSaving.current = false
    }
  }
  return (
    <div className="grid gap-1">
      <TextInput
        // The user has opened it, by a key or a menu, to type.
        autoFocus
        aria-label={m.design_name()}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        maxLength={limits.designTitle.max}
        value={name}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => setName(target.value)}
        onBlur={() => (name === title ? onEnd() : void save())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save()
          else if (event.key === 'Escape') onEnd()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {problem !== null && (
        <FieldError key={problem} isAlert id={id}>
          {problem}
        </FieldError>
      )}
    </div>
  )
}

/** A design as the strip and the overview show it. */
export interface DesignTile {
  readonly id: string
  readonly title: string
  readonly thumbnail: string
  /** Size of its newest version in pixels. */
  readonly width: number
  readonly height: number
  readonly isShown: boolean
  readonly open: number
  readonly total: number
  /** Threads that are new to the visitor. */
  readonly fresh: number
  /** Number of its newest version. */
  readonly version: number
}

export interface DesignActions {
  /** Rejects with the reason if the design could not be renamed. */
  readonly onRename: (id: string, title: string) => Promise<void>
  readonly onUpload: (id: string) => void
  /** `position` among the designs, 1 for the first. */
  readonly onMove: (id: string, position: number) => void
  readonly onDelete: (id: string) => void
  readonly onAdd: () => void
}

/** One design of the list, with the owner's actions. */
export interface DesignPlace {
  readonly id: string
  /** 0 for the first. */
  readonly index: number
  readonly count: number
  readonly actions: DesignActions
  readonly onRename: () => void
}

function designItems({ id, index, count, actions, onRename }: DesignPlace): MenuItem[] {
  const { onUpload, onMove, onDelete } = actions
  return [
    { label: m.action_rename(), shortcut: 'F2', onSelect: onRename },
    { label: m.version_upload(), onSelect: () => onUpload(id) },
    { label: m.design_move_left(), disabled: index === 0, onSelect: () => onMove(id, index) },
    { label: m.design_move_right(), disabled: index === count - 1, onSelect: () => onMove(id, index + 2) },
    { label: m.design_delete(), shortcut: 'Del', tone: 'danger', onSelect: () => onDelete(id) },
  ]
}

/** The keys of a focused design: Alt and an arrow move it, F2 renames it, Delete deletes it. */
export function handleDesignKey(event: KeyboardEvent, { id, index, actions, onRename }: DesignPlace): void {
  const step = stepInRow(event.key)
  if (event.altKey && step !== 0) actions.onMove(id, index + 1 + step)
  else if (event.key === 'F2') onRename()
  else if (event.key === 'Delete') actions.onDelete(id)
  else return
  event.preventDefault()
}

/** `7 open · 2 new` */
export function countOf({ open, total, fresh }: DesignTile): string {
  const state =
    open > 0 ? m.count_open({ count: open }) : total > 0 ? m.design_all_resolved() : m.comments_none()
  return fresh > 0 ? m.state_with_new({ state, count: fresh }) : state
}
