import { useId } from 'react'
import { RadioGroup } from './radio-group'

interface StepChoicesProps<Value extends string> {
  readonly label: string
  readonly choices: readonly Value[]
  /** The name of a choice, and what it means. */
  readonly words: Record<Value, { label: () => string; word: () => string }>
  readonly value: Value | null
  /** See `RadioGroup`. */
  readonly isSaved?: boolean
  readonly onChoose: (value: Value) => void
}

/** Choices below each other, each with what it means. */
export function StepChoices<Value extends string>(props: StepChoicesProps<Value>) {
  const { label, choices, words, ...group } = props
  const id = useId()
  return (
    <>
      <span id={id} className="text-13 font-[550]">
        {label}
      </span>
      <RadioGroup
        aria-labelledby={id}
        className="steps"
        choiceClass="step"
        choices={choices.map((value) => ({
          value,
          label: (
            <>
              <span className="font-[550]">{words[value].label()}</span>{' '}
              <span className="text-13 text-ink-3">{words[value].word()}</span>
            </>
          ),
        }))}
        {...group}
      />
    </>
  )
}
