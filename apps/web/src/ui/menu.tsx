import {
  cloneElement,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
} from 'react'
import { LazyBoundary, prefetchedComponent } from './lazy'
import { type MenuOpening, offered, type MenuItems } from './menu-item'

/** The list is fetched when the pointer or the focus comes near the button. */
const loadPopup = () => import('./menu-popup')
const MenuPopup = prefetchedComponent(async () => (await loadPopup()).MenuPopup)
/** A failure is shown when the menu is opened, not before. */
const preload = () => void loadPopup().catch(() => undefined)

interface MenuProps {
  /** A `Button` or `IconButton`. */
  trigger: ReactElement<ComponentProps<'button'>>
  items: MenuItems
  align?: 'start' | 'end'
  buttonRef?: RefObject<HTMLButtonElement | null>
  className?: string
}

/** A menu under its button. The focus goes back to the button, also after a dialog that an item opened. */
export function Menu({ trigger, items, align = 'end', buttonRef, className }: MenuProps) {
  const [opening, setOpening] = useState<MenuOpening | null>(null)
  const ownRef = useRef<HTMLButtonElement>(null)
  const button = buttonRef ?? ownRef
  const id = useId()

  function handleClick({ detail }: MouseEvent) {
    // A click by key has a click count of 0.
    setOpening(opening ? null : detail === 0 ? 'first' : 'pointer')
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpening(event.key === 'ArrowDown' ? 'first' : 'last')
  }

  return (
    <>
      {cloneElement(trigger, {
        id,
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': opening !== null,
        onClick: handleClick,
        onKeyDown: handleKeyDown,
        onPointerEnter: preload,
        onFocus: preload,
      })}
      {opening && (
        <LazyBoundary onFailed={() => setOpening(null)}>
          <MenuPopup
            anchor={button}
            labelledBy={id}
            opening={opening}
            items={offered(items)}
            align={align}
            className={className}
            onClose={() => setOpening(null)}
          />
        </LazyBoundary>
      )}
    </>
  )
}
