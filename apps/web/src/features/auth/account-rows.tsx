import { pathTo } from '@pinmark/shared/api/endpoint'
import * as usersApi from '@pinmark/shared/api/users'
import { exportAccount } from '@pinmark/shared/api/users'
import { type AccountDeletion, deleteAccountSchema, type LoginsEnd } from '@pinmark/shared/entities/user'
import { m } from '@pinmark/words/messages'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { CheckField } from '../../ui/check-field'
import { formatBytes } from '../../lib/bytes'
import { FailureStrip } from '../../ui/error-strip'
import { toast } from '../../ui/toast'
import { call } from '../../lib/api'
import { DownloadCancelled, fetchFile, saveFile } from '../../lib/download'
import { useForm } from '../../lib/form'
import { endSession, useSession } from '../../lib/session'
import { hasPassword } from '../../lib/sign-on'
import { LanguageChoice } from './language-choice'
import { ConfirmPassword, isAboutPassword } from '../../ui/password-field'
import { FormDialog } from '../../ui/dialog'
import { useLastOpened } from '../../ui/use-last-opened'

interface AccountRowProps {
  title: string
  text: ReactNode
  /** The button of the row. */
  action: ReactNode
  /** A choice or an error message below it. */
  children?: ReactNode
}

function AccountRow({ title, text, action, children }: AccountRowProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex-auto basis-40">
          <h2 className="font-[550]">{title}</h2>
          <p className="text-13 text-ink-3">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}

interface DeleteAccountProps {
  /** For the browser's password manager. */
  email: string
  /** Number of projects that are deleted with it; undefined until it is known. */
  projectCount: number | undefined
  /** What could be handed over before. */
  sharedProjects: ReactNode
}

export function DeleteAccount(props: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false)
  const last = useLastOpened(isOpen || null)
  return (
    <AccountRow
      title={m.account_delete()}
      text={m.account_delete_words()}
      action={<Button onClick={() => setIsOpen(true)}>{m.account_delete()}</Button>}
    >
      {last && (
        <DeleteAccountDialog key={last.key} {...props} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </AccountRow>
  )
}

export function LanguageRow() {
  return <AccountRow title={m.language_label()} text={m.language_hint()} action={<LanguageChoice />} />
}

/** All data that are stored about the account, as one archive. */
export function DownloadData() {
  const download = useDownloadData()
  const { isPending, received } = download
  return (
    <AccountRow
      title={m.account_data()}
      text={
        <span role="status" className="tabular">
          {isPending
            ? received === 0
              ? m.account_data_preparing()
              : m.account_data_so_far({ size: formatBytes(received) })
            : m.account_data_words()}
        </span>
      }
      action={
        isPending ? (
          <Button onClick={download.cancel}>{m.action_cancel()}</Button>
        ) : (
          <Button
            onClick={() =>
              download.mutate(undefined, {
                onSuccess: () => toast.show({ text: m.account_data_done() }),
              })
            }
          >
            {m.account_data_download()}
          </Button>
        )
      }
    >
      <FailureStrip error={download.error} otherwise={m.account_data_failed()} />
    </AccountRow>
  )
}

/** Ends every login of the account, for example when a device is lost. Unlike a logout in this browser it needs the
 *  server, so that without an answer nothing changes. */
export function LogoutEverywhere() {
  const [isEnding, setIsEnding] = useState(true)
  const logOut = useLogOutEverywhere(() => toast.show({ text: m.logged_out_everywhere() }))
  return (
    <AccountRow
      title={m.log_out_everywhere()}
      text={m.log_out_everywhere_words()}
      action={
        <Button
          pending={logOut.isPending}
          onClick={() => logOut.mutate({ keepTokensAndWebhooks: !isEnding })}
        >
          {logOut.isPending ? m.logging_out() : m.log_out_everywhere()}
        </Button>
      }
    >
      <EndConnections checked={isEnding} onChange={setIsEnding} />
      <FailureStrip error={logOut.error} otherwise={m.log_out_everywhere_failed()} />
    </AccountRow>
  )
}

interface EndConnectionsProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Offers to end what outlasts the logins of the account. */
export function EndConnections({ checked, onChange }: EndConnectionsProps) {
  return (
    <CheckField checked={checked} onChange={onChange}>
      <span className="text-13">{m.account_end_connections()}</span>
    </CheckField>
  )
}

/** Ends every login of the account, including this one. `onDone` is called before the page changes. */
function useLogOutEverywhere(onDone: () => void) {
  return useEndingCall((body: LoginsEnd) => call(usersApi.logOutEverywhere, { body }), onDone)
}

/** Downloads all data of the account. `cancel` aborts it, and so does leaving the page. */
function useDownloadData() {
  const [received, setReceived] = useState(0)
  const download = useRef<AbortController>(null)
  useEffect(() => () => download.current?.abort(), [])

  const mutation = useMutation({
    mutationFn: async () => {
      const controller = new AbortController()
      download.current = controller
      setReceived(0)
      saveFile(await fetchFile(pathTo(exportAccount), { signal: controller.signal, onProgress: setReceived }))
    },
  })
  const error = mutation.error instanceof DownloadCancelled ? null : mutation.error
  return { ...mutation, error, received, cancel: () => download.current?.abort() }
}

interface DeleteAccountDialogProps extends DeleteAccountProps {
  open: boolean
  onClose: () => void
}

/** Says what is deleted and what stays, and asks for the password, because an open page is not enough proof. Without a
 *  password, the server demands a recent login. */
function DeleteAccountDialog({
  email,
  projectCount,
  sharedProjects,
  open,
  onClose,
}: DeleteAccountDialogProps) {
  const asksPassword = hasPassword(useSession()?.user)
  const form = useForm({
    schema: {
      safeParse: (typed: { password: string }) => deleteAccountSchema.safeParse(asksPassword ? typed : {}),
    },
    start: { password: '' },
    mutation: useEndingCall(deleteAccount, () => toast.show({ text: m.account_deleted() })),
    fieldOf: (code) => (isAboutPassword(code) ? 'password' : null),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={m.account_delete_title()}
      form={form}
      action={m.account_delete_action()}
      progress={m.deleting()}
      tone="danger"
    >
      <div className="grid gap-2 text-ink-2">
        <p>{projectsGo(projectCount)}</p>
        {sharedProjects}
        <p>{m.account_delete_login()}</p>
        <p>{m.account_delete_comments()}</p>
        <p>{m.account_delete_final()}</p>
      </div>
      {asksPassword && <ConfirmPassword email={email} {...form.field('password')} />}
      <FailureStrip error={form.error} otherwise={m.account_delete_failed()} />
    </FormDialog>
  )
}

const deleteAccount = (body: AccountDeletion) => call(usersApi.deleteAccount, { body })

/** A call that ends the session of this browser. */
function useEndingCall<Input>(send: (input: Input) => Promise<unknown>, onDone: () => void) {
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      onDone()
      endSession('logout')
    },
  })
}

/** Projects in the trash are deleted too, but not counted. */
function projectsGo(count: number | undefined): string {
  return count ? m.account_delete_projects({ count }) : m.account_delete_all_projects()
}
