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
