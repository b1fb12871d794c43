import { m } from '@pinmark/words/messages'
import { MoveUpRight, PenLine } from 'lucide-react'
import { IconButton } from '../../../ui/button'
import type { DrawAct } from '../../review/act'

type Tool = DrawAct['tool']

interface DrawToolsProps {
  readonly tool?: Tool
  readonly disabled?: boolean
  readonly onChoose: (tool: Tool, isByKey: boolean) => void
}

export function DrawTools({ tool, disabled, onChoose }: DrawToolsProps) {
  return (
    <span className="drawing-tools -my-1 flex flex-none gap-1">
      {tools.map(({ is, Icon }) => (
        <IconButton
          key={is}
          size="sm"
          label={toolName(is)}
          aria-pressed={tool === is}
          disabled={disabled}
          onClick={({ detail }) => onChoose(is, detail === 0)}
        >
          <Icon size={18} />
        </IconButton>
      ))}
    </span>
  )
}

const tools = [
  { is: 'arrow', Icon: MoveUpRight },
  { is: 'pen', Icon: PenLine },
] as const

export function toolName(tool: Tool): string {
  return tool === 'arrow' ? m.draw_arrow() : m.draw_pen()
}
