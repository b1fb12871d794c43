import * as tokensApi from '@pinmark/shared/api/tokens'
import {
  createApiTokenSchema,
  tokenScopes,
  type ApiTokenRequest,
  type TokenScope,
} from '@pinmark/shared/entities/api-token'
import { m } from '@pinmark/words/messages'
import { useState } from 'react'
import { endOfDay, toDay } from '../../lib/clock'
import { useForm, type Checked } from '../../lib/form'
import { useSession } from '../../lib/session'
import { hasPassword } from '../../lib/sign-on'
import { CheckField } from '../../ui/check-field'
import { ConfirmPassword, isAboutPassword } from '../../ui/password-field'
import { CopyField } from '../../ui/copy-field'
import { FormDialog } from '../../ui/dialog'
import { FailureStrip } from '../../ui/error-strip'
import { FormField } from '../../ui/field'
import { listProjects } from '@pinmark/shared/api/projects'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callDeletion } from '../../lib/api'
import { accountKeys } from '../../lib/query-keys'
import { Name } from '../../ui/rich'
import { StepChoices } from '../../ui/step-choices'

interface NewTokenDialogProps {
  open: boolean
  onClose: () => void
}

/** Creates a token, then shows it. */
export function NewTokenDialog({ open, onClose }: NewTokenDialogProps) {
  const user = useSession()?.user
  const email = user?.email ?? ''
  const asksPassword = hasPassword(user)
  const [today] = useState(() => toDay(new Date()))
  const creation = useCreateApiToken()
  const { data } = creation
  const form = useForm({
    schema: { safeParse: (values: TokenValues) => checkToken(values, today, asksPassword) },
    start: { name: '', scope: 'read', projects: [], endsAt: '', password: '' },
    mutation: creation,
    fieldOf: (code) => {
      if (isAboutPassword(code)) return 'password'
      return code === 'token_end_past' ? 'endsAt' : null
    },
  })
  const { value: scope, onChange: chooseScope } = form.field('scope')
  const { value: chosen, onChange: choose } = form.field('projects')
  const { data: projects = [] } = useChoosableProjects()

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={data?.name ?? m.token_new()}
      form={form}
      action={m.token_make()}
      result={
        data && (
          <CopyField autoFocus label={m.token_label()} what="other" text={data.token} hint={m.shown_once()} />
        )
      }
    >
      <FormField
        label={m.field_name()}
        hint={m.token_name_hint()}
        {...form.field('name')}
        maxLength={60}
        autoComplete="off"
      />
      <div className="grid gap-1.5">
        <StepChoices
          label={m.token_may()}
          choices={tokenScopes}
          words={scopeWords}
          value={scope}
          onChoose={chooseScope}
        />
      </div>
      {projects.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="text-13 font-[550]">{m.projects_title()}</legend>
          <p className="text-13 text-ink-3">{m.token_projects_hint()}</p>
          <div className="max-h-40 overflow-y-auto">
            {projects.map(({ _id, name }) => (
              <CheckField
                key={_id}
                checked={chosen.includes(_id)}
                onChange={(isChosen) =>
                  choose(isChosen ? [...chosen, _id] : chosen.filter((one) => one !== _id))
                }
              >
                <Name className="truncate">{name}</Name>
              </CheckField>
            ))}
          </div>
        </fieldset>
      )}
      <FormField
        label={m.token_end()}
        hint={m.token_end_hint()}
        {...form.field('endsAt')}
        type="date"
        min={today}
      />
      {scope !== 'read' && asksPassword && <ConfirmPassword email={email} {...form.field('password')} />}
      <FailureStrip error={form.error} otherwise={m.token_make_failed()} />
    </FormDialog>
  )
}

interface TokenValues {
  name: string
  scope: TokenScope
  /** Ids; none for all projects of the account. */
  projects: readonly string[]
  /** A day; empty for a token that does not end. */
  endsAt: string
  password: string
}

function checkToken(
  { name, scope, projects, endsAt, password }: TokenValues,
  today: string,
  asksPassword: boolean,
): Checked<ApiTokenRequest> {
  if (endsAt !== '' && endsAt < today) {
    return {
      success: false,
      error: { issues: [{ path: ['endsAt'], message: m.choose_day_from_today() }] },
    }
  }
  return createApiTokenSchema.safeParse({
    name,
    scope,
    projects: projects.length === 0 ? null : projects,
    endsAt: endsAt === '' ? null : endOfDay(endsAt),
    ...(scope !== 'read' && asksPassword && { password }),
  })
}

/** The API tokens of the account, newest first. */
export function useApiTokens() {
  return useQuery({
    queryKey: accountKeys.tokens,
    queryFn: ({ signal }) => call(tokensApi.listApiTokens, { signal }),
  })
}

/** The projects that a token can be bound to. */
function useChoosableProjects() {
  return useQuery({
    queryKey: [...accountKeys.tokens, 'projects'],
    queryFn: ({ signal }) => call(listProjects, { query: { image: 'none' }, signal }),
  })
}

/** Creates a token. Only this answer contains it. */
function useCreateApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiTokenRequest) => call(tokensApi.createApiToken, { body }),
    // Also after an error: the token exists if only the answer was lost.
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.tokens }),
    // Kept in memory only as long as the dialog shows it.
    gcTime: 0,
  })
}

/** Revokes a token at once. */
export function useRevokeApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => callDeletion(tokensApi.revokeApiToken, { params: { tokenId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.tokens }),
  })
}

/** The name of a scope, and what it allows a script to do. */
export const scopeWords: Record<TokenScope, { label: () => string; word: () => string }> = {
  read: { label: () => m.scope_read(), word: () => m.scope_read_word() },
  comment: { label: () => m.scope_comment(), word: () => m.scope_comment_word() },
  manage: { label: () => m.scope_manage(), word: () => m.scope_manage_word() },
}
