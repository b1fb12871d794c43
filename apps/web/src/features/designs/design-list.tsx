import { Ellipsis, GripVertical } from 'lucide-react'
import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { DesignNameField } from './design-name-field'
import { designItems, type DesignActions, type DesignPlace, type DesignTile } from './design-tile'
import { useReorder } from './use-reorder'

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
      <GripVertical size={16} strokeWidth={1.75} />
    </span>
  )
}

function DesignMenu({ title, place }: { title: string; place: DesignPlace }) {
  return (
    <Menu
      items={designItems(place)}
      trigger={
        <IconButton size="sm" label={`Actions for ${title}`} tooltip="Actions">
          <Ellipsis aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      }
    />
  )
}
