import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
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
      label={m.your_name()}
      hint={can.manage ? m.commenter_is_account() : undefined}
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
