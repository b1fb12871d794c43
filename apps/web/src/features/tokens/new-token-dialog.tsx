import {
  createApiTokenSchema,
  tokenScopes,
  type ApiTokenRequest,
  type TokenScope,
} from '@pinmark/shared/entities/api-token'
import { useId, useState } from 'react'
import { endOfDay, toDay } from '../../lib/clock'
import { useForm, type Checked } from '../../lib/form'
import { useSession } from '../../lib/session'
import { hasPassword } from '../../lib/sign-on'
import { ConfirmPassword, isAboutPassword } from '../../ui/password-field'
import { CopyField } from '../../ui/copy-field'
import { FormDialog } from '../../ui/dialog'
import { scopeWords, useCreateApiToken } from './token-calls'
import { FailureStrip } from '../../ui/error-strip'
import { FormField } from '../../ui/field'
import { RadioGroup } from '../../ui/radio-group'

interface NewTokenDialogProps {
  open: boolean
  onClose: () => void
}

/** Creates a token, then shows it. */
export function NewTokenDialog({ open, onClose }: NewTokenDialogProps) {
  const id = useId()
  const user = useSession()?.user
  const email = user?.email ?? ''
  const asksPassword = hasPassword(user)
  const [today] = useState(() => toDay(new Date()))
  const creation = useCreateApiToken()
  const { data } = creation
  const form = useForm({
    schema: { safeParse: (values: TokenValues) => checkToken(values, today, asksPassword) },
    start: { name: '', scope: 'read', endsAt: '', password: '' },
    mutation: creation,
    fieldOf: (code) => {
      if (isAboutPassword(code)) return 'password'
      return code === 'token_end_past' ? 'endsAt' : null
    },
  })
  const { value: scope, onChange: chooseScope } = form.field('scope')

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={data?.name ?? 'New token'}
      form={form}
      action="Make token"
      result={
        data && (
          <CopyField autoFocus label="Token" what="token" text={data.token} hint="Shown once. Copy it now." />
        )
      }
    >
      <FormField
        label="Name"
        hint="What it is for, such as Weekly report."
        {...form.field('name')}
        maxLength={60}
        autoComplete="off"
      />
      <div className="grid gap-1.5">
        <span id={id} className="text-13 font-[550]">
          May
        </span>
        <RadioGroup
          aria-labelledby={id}
          className="steps"
          choiceClass="step"
          choices={tokenScopes.map((choice) => ({
            value: choice,
            label: (
              <>
                <span className="font-[550]">{scopeWords[choice].label}</span>{' '}
                <span className="text-13 text-ink-3">{scopeWords[choice].word}</span>
              </>
            ),
          }))}
          value={scope}
          onChoose={chooseScope}
        />
      </div>
      <FormField
        label="End date (optional)"
        hint="It counts until 23:59 of that day, your time."
        {...form.field('endsAt')}
        type="date"
        min={today}
      />
      {scope !== 'read' && asksPassword && <ConfirmPassword email={email} {...form.field('password')} />}
      <FailureStrip error={form.error} otherwise="Could not make a token. Try again." />
    </FormDialog>
  )
}

interface TokenValues {
  name: string
  scope: TokenScope
  /** A day; empty for a token that does not end. */
  endsAt: string
  password: string
}

function checkToken(
  { name, scope, endsAt, password }: TokenValues,
  today: string,
  asksPassword: boolean,
): Checked<ApiTokenRequest> {
  if (endsAt !== '' && endsAt < today) {
    return {
      success: false,
      error: { issues: [{ path: ['endsAt'], message: 'Choose a day from today on.' }] },
    }
  }
  return createApiTokenSchema.safeParse({
    name,
    scope,
    endsAt: endsAt === '' ? null : endOfDay(endsAt),
    ...(scope !== 'read' && asksPassword && { password }),
  })
}
