import type { ApiToken } from '@pinmark/shared/entities/api-token'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/clock'
import { AlertDialog } from '../../ui/dialog'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { useToast } from '../../ui/toast'
import { NewTokenDialog } from './new-token-dialog'
import { scopeWords, useApiTokens, useRevokeApiToken } from './token-calls'
import './tokens.css'

/** Creates and revokes the API tokens of the account. */
export function ApiTokens() {
  const { data: tokens, error, refetch } = useApiTokens()
  const [isOpen, setIsOpen] = useState(false)
  /** Each opening starts with an empty form. */
  const [openings, setOpenings] = useState(0)
  const [revoked, setRevoked] = useState<ApiToken | null>(null)

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-min flex-1">
          <h2 id="tokens" className="text-16 font-semibold">
            API tokens
          </h2>
          <p className="text-13 text-ink-2">For scripts.</p>
        </div>
        <Button
          size="sm"
          className="flex-none"
          onClick={() => {
            setOpenings(openings + 1)
            setIsOpen(true)
          }}
        >
          <Plus aria-hidden size={16} strokeWidth={1.75} />
          New token
        </Button>
      </div>
      <FailureStrip
        error={error}
        otherwise="Could not load the tokens."
        action={
          <button type="button" className="text-action" onClick={() => void refetch()}>
            Try again
          </button>
        }
      />
      {tokens?.length === 0 && <p className="text-13 text-ink-3">No tokens yet.</p>}
      {tokens && tokens.length > 0 && <TokenTable tokens={tokens} onRevoke={setRevoked} />}
      <NewTokenDialog key={openings} open={isOpen} onClose={() => setIsOpen(false)} />
      {revoked && <RevokeToken key={revoked._id} token={revoked} onDone={() => setRevoked(null)} />}
    </div>
  )
}

interface TokenTableProps {
  tokens: readonly ApiToken[]
  onRevoke: (token: ApiToken) => void
}

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const [now] = useState(() => new Date())
  return (
    <table className="token-table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">May</th>
          <th scope="col" className="token-use">
            Last used
          </th>
          <th scope="col">
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token._id}>
            <th scope="row">
              <bdi translate="no" dir="auto">
                {token.name}
              </bdi>
              <br />
              <code>{`pinmark_…${token.lastFour}`}</code>
            </th>
            <td>
              <span>{scopeWords[token.scope].label}</span>
              {token.endsAt !== null && <span className="token-end">{endWords(token.endsAt, now)}</span>}
            </td>
            <td className="token-use">
              {token.lastUsedAt === null ? 'Never' : formatDateTime(token.lastUsedAt)}
            </td>
            <td>
              <Button size="sm" aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function endWords(endsAt: string, now: Date): string {
  return `${new Date(endsAt) > now ? 'until' : 'ended on'} ${formatDate(endsAt)}`
}

function RevokeToken({ token, onDone }: { token: ApiToken; onDone: () => void }) {
  const toast = useToast()
  const { mutate, isPending, error } = useRevokeApiToken()
  return (
    <AlertDialog
      open
      onClose={onDone}
      title="Revoke this token?"
      question={`Scripts with “${token.name}” stop at once.`}
      confirmLabel={isPending ? 'Revoking...' : 'Revoke'}
      pending={isPending}
      onConfirm={() =>
        mutate(token._id, {
          onSuccess: () => {
            toast.show({ text: 'Token revoked. It stopped at once.' })
            onDone()
          },
        })
      }
    >
      <FailureStrip error={error} otherwise="Could not revoke the token. Try again." />
    </AlertDialog>
  )
}
