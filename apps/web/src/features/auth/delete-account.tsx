import { useState } from 'react'
import { Button } from '../../ui/button'
import { AccountRow } from './account-row'
import { DeleteAccountDialog } from './delete-account-dialog'

interface DeleteAccountProps {
  email: string
  /** Number of projects that are deleted with it; undefined until it is known. */
  projectCount: number | undefined
}

/** Opens the dialog that deletes the account. Each opening starts with an empty form. */
export function DeleteAccount({ email, projectCount }: DeleteAccountProps) {
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
      <DeleteAccountDialog
        key={openings}
        email={email}
        projectCount={projectCount}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </AccountRow>
  )
}
