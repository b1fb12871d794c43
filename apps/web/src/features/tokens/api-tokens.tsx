import type { ApiToken } from '@pinmark/shared/entities/api-token'
import { m } from '@pinmark/words/messages'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/clock'
import { AlertDialog } from '../../ui/dialog'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { toast } from '../../ui/toast'
import { NewTokenDialog, scopeWords, useApiTokens, useRevokeApiToken } from './new-token-dialog'
import { Name } from '../../ui/rich'
import { useLastOpened } from '../../ui/use-last-opened'
import './tokens.css'

/** Creates and revokes the API tokens of the account. */
export function ApiTokens() {
  const { data: tokens, error, refetch } = useApiTokens()
  const [isOpen, setIsOpen] = useState(false)
  const last = useLastOpened(isOpen || null)
  const [revoked, setRevoked] = useState<ApiToken | null>(null)

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-min flex-1">
          <h2 id="tokens" className="text-16 font-semibold">
            {m.tokens_title()}
          </h2>
          <p className="text-13 text-ink-2">{m.tokens_hint()}</p>
        </div>
        <Button size="sm" className="flex-none" onClick={() => setIsOpen(true)}>
          <Plus />
          {m.token_new()}
        </Button>
      </div>
      <FailureStrip error={error} otherwise={m.tokens_not_loaded()} onRetry={refetch} />
      {tokens?.length === 0 && <p className="text-13 text-ink-3">{m.tokens_none()}</p>}
      {tokens && tokens.length > 0 && <TokenTable tokens={tokens} onRevoke={setRevoked} />}
      {last && <NewTokenDialog key={last.key} open={isOpen} onClose={() => setIsOpen(false)} />}
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
          <th scope="col">{m.field_name()}</th>
          <th scope="col">{m.token_may()}</th>
          <th scope="col" className="token-use">
            {m.token_last_used()}
          </th>
          <th scope="col">
            <span className="sr-only">{m.token_revoke()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token._id}>
            <th scope="row">
              <Name>{token.name}</Name>
              <br />
              <code>{`pinmark_…${token.lastFour}`}</code>
            </th>
            <td>
              <span>{scopeWords[token.scope].label()}</span>
              {token.projects !== null && (
                <span className="token-end">{m.token_projects_count({ count: token.projects.length })}</span>
              )}
              {token.endsAt !== null && <span className="token-end">{endWords(token.endsAt, now)}</span>}
            </td>
            <td className="token-use">
              {token.lastUsedAt === null ? m.token_never() : formatDateTime(token.lastUsedAt)}
            </td>
            <td>
              <Button
                size="sm"
                aria-label={m.token_revoke_named({ name: token.name })}
                onClick={() => onRevoke(token)}
              >
                {m.token_revoke()}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function endWords(endsAt: string, now: Date): string {
  const date = formatDate(endsAt)
  return new Date(endsAt) > now ? m.token_until({ date }) : m.token_ended({ date })
}

function RevokeToken({ token, onDone }: { token: ApiToken; onDone: () => void }) {
  const { mutate, isPending, error } = useRevokeApiToken()
  return (
    <AlertDialog
      open
      onClose={onDone}
      title={m.token_revoke_ask()}
      question={m.token_revoke_words({ name: token.name })}
      confirmLabel={isPending ? m.token_revoking() : m.token_revoke()}
      pending={isPending}
      onConfirm={() =>
        mutate(token._id, {
          onSuccess: () => {
            toast.show({ text: m.token_revoked() })
            onDone()
          },
        })
      }
    >
      <FailureStrip error={error} otherwise={m.token_revoke_failed()} />
    </AlertDialog>
  )
}
