import { pathTo } from '@pinmark/shared/api/endpoint'
import * as usersApi from '@pinmark/shared/api/users'
import { exportAccount } from '@pinmark/shared/api/users'
import { type AccountDeletion, deleteAccountSchema, type LoginsEnd } from '@pinmark/shared/entities/user'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { formatBytes } from '../../lib/bytes'
import { FailureStrip } from '../../ui/error-strip'
import { useToast } from '../../ui/toast'
import { call } from '../../lib/api'
import { DownloadCancelled, fetchFile, saveFile } from '../../lib/download'
import { useForm } from '../../lib/form'
import { endSession } from '../../lib/session'
import { ConfirmPassword, isAboutPassword } from '../../ui/password-field'
import { FormDialog } from '../../ui/dialog'

interface AccountRowProps {
  title: string
  text: ReactNode
  /** The button of the row. */
  action: ReactNode
  /** A choice or an error message below it. */
  children: ReactNode
}

/** A row with an action for the whole account. */
function AccountRow({ title, text, action, children }: AccountRowProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-min flex-1">
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

/** Opens the dialog that deletes the account. Each opening starts with an empty form. */
export function DeleteAccount(props: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  return (
    <AccountRow
      title="Delete account"
      text="This permanently deletes everything you have here."
      action={
        <Button
          onClick={() => {
            setOpenings(openings + 1)
            setIsOpen(true)
          }}
        >
          Delete account
        </Button>
      }
    >
      <DeleteAccountDialog key={openings} {...props} open={isOpen} onClose={() => setIsOpen(false)} />
    </AccountRow>
  )
}

/** All data that are stored about the account, as one archive. */
export function DownloadData() {
  const download = useDownloadData()
  const toast = useToast()
  const { isPending, received } = download
  return (
    <AccountRow
      title="Your data"
      text={
        <span role="status" className="tabular">
          {isPending
            ? `${received === 0 ? 'Preparing' : `${formatBytes(received)} so far`}. Keep this page open.`
            : 'Your projects, all comments and your original images, in one ZIP file.'}
        </span>
      }
      action={
        isPending ? (
          <Button onClick={download.cancel}>Cancel</Button>
        ) : (
          <Button
            onClick={() =>
              download.mutate(undefined, {
                onSuccess: () => toast.show({ text: 'Your data was downloaded.' }),
              })
            }
          >
            Download my data
          </Button>
        )
      }
    >
      <FailureStrip
        error={download.error}
        otherwise="The download broke off. Nothing was saved. Try again."
      />
    </AccountRow>
  )
}

/** Ends every login of the account, for example when a device is lost. Unlike a logout in this browser it needs the
 *  server, so that without an answer nothing changes. */
export function LogoutEverywhere() {
  const toast = useToast()
  const [isEnding, setIsEnding] = useState(true)
  const logOut = useLogOutEverywhere(() => toast.show({ text: 'You are logged out everywhere.' }))
  return (
    <AccountRow
      title="Log out everywhere"
      text="Ends every login of this account, this one too."
      action={
        <Button
          pending={logOut.isPending}
          onClick={() => logOut.mutate({ keepTokensAndWebhooks: !isEnding })}
        >
          {logOut.isPending ? 'Logging out...' : 'Log out everywhere'}
        </Button>
      }
    >
      <EndConnections checked={isEnding} onChange={setIsEnding} />
      <FailureStrip error={logOut.error} otherwise="Nobody was logged out. Try again." />
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
    <label className="flex min-h-7 items-center gap-2 text-13 max-md:min-h-11 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        className="size-4 flex-none accent-ink"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      Also revoke API tokens and remove webhooks
    </label>
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

/** Says what is deleted and what stays, and asks for the password, because an open page is not enough proof. */
function DeleteAccountDialog({
  email,
  projectCount,
  sharedProjects,
  open,
  onClose,
}: DeleteAccountDialogProps) {
  const toast = useToast()
  const form = useForm({
    schema: deleteAccountSchema,
    start: { password: '' },
    mutation: useEndingCall(deleteAccount, () => toast.show({ text: 'Your account is deleted.' })),
    fieldOf: (code) => (isAboutPassword(code) ? 'password' : null),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Delete Account"
      form={form}
      action="Delete my account"
      progress="Deleting..."
      tone="danger"
    >
      <div className="grid gap-2 text-ink-2">
        <p>
          <b className="font-semibold text-ink">{projectsGo(projectCount)}</b> with every comment and image.
          Their links stop working at once.
        </p>
        {sharedProjects}
        <p>
          Your name, your e-mail address and every login go too. Minutes later nothing of it is stored any
          more.
        </p>
        <p>Comments you wrote on the designs of others stay there, under the name “Former user”.</p>
        <p>This cannot be undone. Download your data first if you want to keep it.</p>
      </div>
      <ConfirmPassword email={email} {...form.field('password')} />
      <FailureStrip error={form.error} otherwise="Could not delete the account. Try again." />
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
  if (count === undefined || count === 0) return 'All your projects go,'
  return count === 1 ? 'Your project goes,' : `Your ${count} projects go,`
}
