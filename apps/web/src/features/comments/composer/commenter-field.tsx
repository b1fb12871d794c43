import type { Project } from '@pinmark/shared/entities/project'
import { TextField } from '../../../ui/field'
import type { ComposerState } from './use-composer'

interface CommenterFieldProps {
  readonly project: Project
  readonly composer: ComposerState
}

/** The name under which a message is sent. A designer writes under the name of their account. */
export function CommenterField({ project: { can }, composer }: CommenterFieldProps) {
  const { draft, problems, isPending, name, change, keepName } = composer
  return (
    <TextField
      label="Your name"
      hint={can.manage ? 'The name of your account.' : undefined}
      error={problems.commenter}
      ref={name}
      autoComplete="name"
      value={draft.commenter}
      readOnly={can.manage || isPending}
      onChange={({ target }) => change('commenter', target.value)}
      onBlur={keepName}
    />
  )
}
