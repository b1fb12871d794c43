import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, readTheme, themes } from '../lib/theme'
import { useStored } from '../lib/use-stored'
import { classNames } from '../ui/class-names'

const names = { system: 'System', light: 'Light', dark: 'Dark' }
const icons = { system: Monitor, light: Sun, dark: Moon }

/** An icon with a list of choices. The list is a transparent native select over the icon. */
export function ThemeChoice({ className }: { className: string }) {
  const theme = useStored(readTheme)
  const Icon = icons[theme]
  return (
    <div className={classNames('theme-choice icon-button', className)} data-tooltip="Theme">
      <Icon aria-hidden size={18} strokeWidth={1.75} />
      <select
        aria-label="Theme"
        value={theme}
        onChange={({ target }) => chooseTheme(themes.find((name) => name === target.value) ?? 'system')}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </div>
  )
}
