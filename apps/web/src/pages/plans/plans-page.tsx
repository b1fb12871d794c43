import { m } from '@pinmark/words/messages'
import { useMe } from '../../features/auth/use-me'
import { formatBytes, formatGigabytes, formatMegabytes } from '../../lib/bytes'
import { useInstanceQuery } from '../../lib/instance'
import { useTitle } from '../../lib/title'
import { ErrorStrip } from '../../ui/error-strip'
import { formatNumber } from '../../lib/format'

/** The limits of this installation, and how much of them the account uses. Nothing is for sale. */
export function PlansPage() {
  useTitle(m.plans_title())
  const instance = useInstanceQuery()
  const usage = useMe().data?.usage
  const limits = instance.data
  return (
    <div className="page-column">
      <h1 className="page-title">{m.plans_heading()}</h1>
      <p className="mt-1 max-w-[44ch] text-ink-2">{m.plans_words()}</p>
      {limits && (
        <dl className="mt-6 border-t">
          <PlanRow
            what={m.projects_title()}
            limit={m.plans_each_account({ limit: formatNumber(limits.maxProjects) })}
            used={usage && m.plans_you_have({ number: formatNumber(usage.projects) })}
          />
          <PlanRow
            what={m.plans_storage()}
            limit={m.plans_each_account({ limit: formatGigabytes(limits.maxStorageGb) })}
            used={
              usage &&
              (usage.imageBytes === 0
                ? m.plans_you_use_none()
                : m.plans_you_use({ size: formatBytes(usage.imageBytes) }))
            }
          />
          <PlanRow what={m.plans_image_size()} limit={formatMegabytes(limits.maxUploadMb)} />
          <PlanRow
            what={m.comments_title()}
            limit={m.plans_in_project({ limit: formatNumber(limits.maxCommentsPerProject) })}
          />
          <PlanRow what={m.plans_reviewers()} limit={m.plans_no_limit()} />
          <PlanRow what={m.plans_price()} limit="0" />
          <PlanRow what="Pinmark" limit={m.version_number({ number: limits.version })} />
        </dl>
      )}
      {instance.error && (
        <div className="mt-6">
          <ErrorStrip onRetry={instance.refetch}>{m.plans_not_loaded()}</ErrorStrip>
        </div>
      )}
    </div>
  )
}

interface PlanRowProps {
  what: string
  limit: string
  /** How much the account uses; undefined without a login. */
  used?: string | undefined
}

function PlanRow({ what, limit, used }: PlanRowProps) {
  return (
    <div className="flex flex-wrap justify-between gap-4 border-b py-3">
      <dt className="font-[550]">{what}</dt>
      <dd className="tabular text-end text-ink-2">
        <span>{limit}</span>
        {used && <span className="block text-13 text-ink-3">{used}</span>}
      </dd>
    </div>
  )
}
