import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from './icon-button'
import { TextInput } from './text-input'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** For a password that will be passed on to others. */
  startsShown?: boolean
}

/** A password field with a button that shows the typed text. */
export function PasswordInput({ startsShown = false, ...props }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(startsShown)
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-12"
      />
      <IconButton
        label={isShown ? 'Hide what is typed' : 'Show what is typed'}
        className="absolute inset-y-0 right-1 my-auto max-md:right-0"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? (
          <EyeOff aria-hidden size={18} strokeWidth={1.75} />
        ) : (
          <Eye aria-hidden size={18} strokeWidth={1.75} />
        )}
      </IconButton>
    </div>
  )
}
