import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { classNames } from './class-names'
import type { MenuItem, MenuOpening } from './menu-item'
import './overlays.css'

interface MenuPopupProps {
  anchor: RefObject<HTMLElement | null>
  /** Id of the button, whose name the list has too. */
  labelledBy: string
  opening: MenuOpening
  items: MenuItem[]
  align: 'start' | 'end'
  className?: string | undefined
  onClose: () => void
}

export function MenuPopup(props: MenuPopupProps) {
  const { anchor, labelledBy, opening, items, align, className, onClose } = props
  const popup = useRef<HTMLDivElement>(null)
  const focusMoves = useRef(false)
  function select({ movesFocus = false, onSelect }: MenuItem) {
    focusMoves.current = movesFocus
    onSelect()
  }
  return (
    <BaseMenu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* Inside the page's own region, so that screen readers announce where they are. */}
      <BaseMenu.Portal container={anchor.current?.closest<HTMLElement>('main, header') ?? null}>
        <BaseMenu.Positioner
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-40 outline-none"
        >
          <BaseMenu.Popup
            ref={popup}
            aria-labelledby={labelledBy}
            // If the button is hidden, as while its design is renamed, the library would focus an earlier
            // element.
            finalFocus={() => (focusMoves.current ? false : (anchor.current ?? false))}
            className={classNames('menu-popup', className)}
          >
            {groupsOf(items).map((group) => (
              <Group key={group.items[0]?.label} {...group} onSelect={select} />
            ))}
            <FirstFocus popup={popup} opening={opening} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface ItemGroup {
  name: string | undefined
  isRadio: boolean
  items: MenuItem[]
}

function groupsOf(items: MenuItem[]): ItemGroup[] {
  return items.reduce<ItemGroup[]>((groups, item) => {
    const last = groups.at(-1)
    const isRadio = item.isRadio ?? false
    if (last && last.name === item.group && last.isRadio === isRadio) last.items.push(item)
    else groups.push({ name: item.group, isRadio, items: [item] })
    return groups
  }, [])
}

function Group({ name, isRadio, items, onSelect }: ItemGroup & { onSelect: (item: MenuItem) => void }) {
  // oxlint-disable-next-line react/no-array-index-key -- Two people may have the same name.
  const rows = items.map((item, index) => <Item key={index} item={item} onSelect={() => onSelect(item)} />)
  if (isRadio) {
    return (
      <BaseMenu.RadioGroup className="menu-group" value={items.find(({ checked }) => checked)?.label}>
        {rows}
      </BaseMenu.RadioGroup>
    )
  }
  if (name === undefined) return <div className="menu-group">{rows}</div>
  return (
    <BaseMenu.Group className="menu-group">
      <BaseMenu.GroupLabel className="menu-label">{name}</BaseMenu.GroupLabel>
      {rows}
    </BaseMenu.Group>
  )
}

/** Rendered with the items, so that they exist when it looks for them. */
function FirstFocus({ popup, opening }: { popup: RefObject<HTMLElement | null>; opening: MenuOpening }) {
  useLayoutEffect(() => {
    if (opening === 'pointer') return
    const frame = requestAnimationFrame(() => {
      const items = popup.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])')
      items?.[opening === 'first' ? 0 : items.length - 1]?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [popup, opening])
  return null
}

function Item({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const { label, icon, tone, disabled = false, checked, isRadio, shortcut } = item
  const content = item.content ?? <span>{label}</span>
  const className = classNames('menu-item', tone === 'danger' && 'text-danger-text')
  if (checked === undefined) {
    return (
      <BaseMenu.Item className={className} disabled={disabled} onClick={onSelect}>
        {icon}
        {content}
        {shortcut !== undefined && (
          <kbd aria-hidden translate="no" className="ms-auto text-12 text-ink-3 pointer-coarse:hidden">
            {shortcut}
          </kbd>
        )}
      </BaseMenu.Item>
    )
  }
  if (isRadio) {
    return (
      <BaseMenu.RadioItem
        className={className}
        value={label}
        disabled={disabled}
        closeOnClick
        onClick={onSelect}
      >
        {content}
        <BaseMenu.RadioItemIndicator keepMounted className="menu-check ms-auto self-start">
          <Check />
        </BaseMenu.RadioItemIndicator>
      </BaseMenu.RadioItem>
    )
  }
  return (
    <BaseMenu.CheckboxItem
      className={className}
      checked={checked}
      disabled={disabled}
      closeOnClick
      onClick={onSelect}
    >
      {icon && !checked ? (
        icon
      ) : (
        <BaseMenu.CheckboxItemIndicator keepMounted className="menu-check">
          <Check />
        </BaseMenu.CheckboxItemIndicator>
      )}
      {content}
    </BaseMenu.CheckboxItem>
  )
}
