interface PlanRowProps {
  what: string
  limit: string
  /** How much the account uses; undefined without a login. */
  used?: string | undefined
}

export function PlanRow({ what, limit, used }: PlanRowProps) {
  return (
    <div className="flex flex-wrap justify-between gap-4 border-b py-3">
      <dt className="font-[550]">{what}</dt>
      <dd className="tabular text-right text-ink-2">
        <span>{limit}</span>
        {used && <span className="block text-13 text-ink-3">{used}</span>}
      </dd>
    </div>
  )
}
