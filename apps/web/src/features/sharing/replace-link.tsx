import type { Link } from '@pinmark/shared/entities/project'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { useReplaceLink } from './api/use-change-link'
import { SaveFailed } from './save-failed'

interface ReplaceLinkProps {
  projectId: string
  onChanged: (link: Link) => void
}

/** Replaces a link that was shared too widely, after a confirmation. */
export function ReplaceLink({ projectId, onChanged }: ReplaceLinkProps) {
  const { mutate, isPending, isSuccess, error } = useReplaceLink(projectId)
  /** False after Cancel, when the focus goes back to the first button. */
  const [isAsking, setIsAsking] = useState<boolean | null>(null)

  function handleReplace() {
    mutate(undefined, {
      onSuccess: (link) => {
        setIsAsking(null)
        onChanged(link)
      },
    })
  }

  return (
    <div className="grid gap-2 border-t pt-4">
      <div className="flex items-center justify-between gap-x-4 gap-y-2 max-md:flex-wrap">
        <div>
          <p className="font-[550]">{isAsking ? 'Replace the link?' : 'New link'}</p>
          <p className="text-13 text-ink-3">
            {`The old link stops working at once.${isAsking ? ' Password and end date stay.' : ''}`}
          </p>
        </div>
        {isAsking ? (
          <div className="flex flex-none gap-2 max-md:w-full max-md:*:flex-1">
            <Button size="sm" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <Button size="sm" variant="primary" autoFocus pending={isPending} onClick={handleReplace}>
              Replace link
            </Button>
          </div>
        ) : (
          <Button
            size="sm"
            className="flex-none"
            autoFocus={isAsking === false}
            onClick={() => setIsAsking(true)}
          >
            Replace link
          </Button>
        )}
      </div>
      <SaveFailed error={error} onRetry={handleReplace} />
      <p role="status" className="sr-only">
        {isSuccess && 'New link made'}
      </p>
    </div>
  )
}
