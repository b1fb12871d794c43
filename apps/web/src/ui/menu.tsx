import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { classNames } from './class-names'

export interface MenuItem {
  label: string
  onSelect: () => void
  icon?: ReactElement
  tone?: 'danger'
  disabled?: boolean
  /** Set for a choice among several: the item shows whether it is the one. */
  checked?: boolean
}

interface MenuProps {
  /** A `Button` or `IconButton`. */
  trigger: ReactElement
  items: MenuItem[]
  align?: 'start' | 'end'
}

/** A menu under its button. The focus goes back to the button, also after a dialog that an item opened. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-40 outline-none">
          <BaseMenu.Popup className="menu-popup">
            {items.map((item) => (
              <Item key={item.label} item={item} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function Item({ item: { label, onSelect, icon, tone, disabled = false, checked } }: { item: MenuItem }) {
  const className = classNames('menu-item', tone === 'danger' && 'text-danger-text')
  if (checked === undefined) {
    return (
      <BaseMenu.Item className={className} disabled={disabled} onClick={onSelect}>
        {icon}
        {label}
      </BaseMenu.Item>
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
      <BaseMenu.CheckboxItemIndicator keepMounted className="menu-check">
        <Check aria-hidden size={16} strokeWidth={1.75} />
      </BaseMenu.CheckboxItemIndicator>
      {label}
    </BaseMenu.CheckboxItem>
  )
}
