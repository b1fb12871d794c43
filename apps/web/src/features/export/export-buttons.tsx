import { Button, buttonClass } from '../../ui/button'
import type { Format } from './formats'

interface ExportButtonsProps {
  readonly format: Format
  readonly extension: string
  /** Address of the report for print. */
  readonly printPath: string
  readonly state: {
    readonly pending: boolean
    readonly disabled: boolean
    readonly 'aria-describedby': string
  }
  readonly onMake: (action: 'copy' | 'save') => void
  readonly onPrint: () => void
}

/** What can be done with the chosen format; the most common action is primary. */
export function ExportButtons({ format, extension, printPath, state, onMake, onPrint }: ExportButtonsProps) {
  if (format === 'print') {
    return state.disabled ? (
      <Button variant="primary" {...state}>
        Print…
      </Button>
    ) : (
      <a
        className={buttonClass({ variant: 'primary' })}
        href={printPath}
        target="_blank"
        rel="noopener"
        onClick={onPrint}
      >
        Print…
      </a>
    )
  }
  if (format === 'png') {
    return (
      <Button variant="primary" {...state} onClick={() => onMake('save')}>
        Download
      </Button>
    )
  }
  const isCopied = format === 'markdown'
  return (
    <>
      <Button
        variant={isCopied ? 'outline' : 'primary'}
        className={isCopied ? undefined : 'export-last'}
        {...state}
        onClick={() => onMake('save')}
      >
        {`Download .${extension}`}
      </Button>
      <Button variant={isCopied ? 'primary' : 'outline'} {...state} onClick={() => onMake('copy')}>
        {isCopied ? 'Copy checklist' : 'Copy'}
      </Button>
    </>
  )
}
