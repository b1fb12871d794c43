import type { Link } from '@pinmark/shared/entities/project'
import { useId, useState } from 'react'
import { NetworkError } from '../../lib/network-error'
import { AppError } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { Button } from '../../ui/button'
import { ErrorStrip } from '../../ui/error-strip'
import { useChangeSettings, useReplaceLink } from './api/use-change-link'
import { accessOf, linkAccesses, type LinkAccess } from './link-access'

interface LinkSettingsProps {
  projectId: string
  link: Link
  /** Whether `manage` is among the choices although the link has another one. */
  offersManage: boolean
  onChanged: (link: Link) => void
}

/** What the link allows, and a new one for when the old one went too far. */
export function LinkSettings({ projectId, link, offersManage, onChanged }: LinkSettingsProps) {
  const id = useId()
  const change = useChangeSettings(projectId)
  const replace = useReplaceLink(projectId)
  const [isAsking, setIsAsking] = useState(false)
  const access = accessOf(link)
  const hasManage = offersManage || link.permission === 'manage'
  const choices: LinkAccess[] = [...(hasManage ? ['manage' as const] : []), ...usualChoices]
  const error = change.error ?? replace.error

  return (
    <>
      <div className="grid gap-1.5">
        <span id={id} className="text-13 font-[550]">
          Link access
        </span>
        <div role="group" aria-labelledby={id} className="steps">
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              className="step"
              aria-pressed={access === choice}
              onClick={() => {
                if (change.isPending || access === choice) return
                change.mutate(linkAccesses[choice].settings, { onSuccess: onChanged })
              }}
            >
              <span className="font-[550]">{linkAccesses[choice].label}</span>{' '}
              <span className="text-13 text-ink-3">{linkAccesses[choice].word}</span>
            </button>
          ))}
        </div>
      </div>
      <div className="flex items-center justify-between gap-4 border-t pt-4">
        <div>
          <p className="font-[550]">New link</p>
          <p className="text-13 text-ink-3">The old link stops working at once.</p>
        </div>
        {isAsking ? (
          <div className="flex flex-none gap-2">
            <Button size="sm" variant="quiet" onClick={() => setIsAsking(false)}>
              Keep
            </Button>
            <Button
              size="sm"
              variant="danger"
              autoFocus
              pending={replace.isPending}
              onClick={() =>
                replace.mutate(undefined, {
                  onSuccess: (next) => {
                    setIsAsking(false)
                    onChanged(next)
                  },
                })
              }
            >
              Replace
            </Button>
          </div>
        ) : (
          <Button size="sm" onClick={() => setIsAsking(true)}>
            Replace link
          </Button>
        )}
      </div>
      <ErrorStrip>{error && settingsFailure(error)}</ErrorStrip>
    </>
  )
}

const usualChoices = ['comment', 'paused', 'view', 'closed'] as const

function settingsFailure(error: unknown): string {
  const isKnown = error instanceof AppError || error instanceof NetworkError
  return isKnown ? `Nothing was changed. ${error.message}` : pageMessages.unknown
}
