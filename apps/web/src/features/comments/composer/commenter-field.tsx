import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { TextField } from '../../../ui/field'
import type { ComposerState } from './use-composer'

interface CommenterFieldProps {
  readonly project: Project
  readonly composer: ComposerState
}

/** The name under which a message is sent. An owner writes under the name of their account. */
export function CommenterField({ project: { isOwner }, composer }: CommenterFieldProps) {
  const { draft, problems, isPending, name, change, keepName } = composer
  return (
    <TextField
      label={m.your_name()}
      hint={isOwner ? m.commenter_is_account() : undefined}
      error={problems.commenter}
      ref={name}
      autoComplete="name"
      value={draft.commenter}
      readOnly={isOwner || isPending}
      onChange={({ target }) => change('commenter', target.value)}
      onBlur={keepName}
    />
  )
}
