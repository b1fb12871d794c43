import { AppError } from '@pinmark/shared/page-errors'
import type { Ref } from 'react'
import { PasswordField } from './password-field'

interface ConfirmPasswordProps {
  /** For the browser's password manager. */
  email: string
  error: string | null
  value: string
  onChange: (password: string) => void
  inputRef?: Ref<HTMLInputElement>
}

/** Asks for the password of the account, because an open page is not enough proof. */
export function ConfirmPassword({ email, ...field }: ConfirmPasswordProps) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField label="Your password" kind="current" {...field} />
    </>
  )
}

/** The message about the password, if a refusal is about it; null for any other. */
export function passwordProblem(error: Error | null): string | null {
  const isAboutPassword =
    error instanceof AppError && (error.code === 'wrong_current_password' || error.code === 'too_many_logins')
  return isAboutPassword ? error.message : null
}
