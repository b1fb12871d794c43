import { useMe } from '../../features/auth/use-me'
import { formatBytes } from '../../lib/bytes'
import { useInstanceQuery } from '../../lib/instance'
import { useTitle } from '../../lib/title'
import { Button } from '../../ui/button'
import { ErrorStrip } from '../../ui/error-strip'

const number = new Intl.NumberFormat('en-GB')

/** The limits of this installation, and how much of them the account uses. Nothing is for sale. */
export function PlansPage() {
  useTitle('Plans')
  const instance = useInstanceQuery()
  const usage = useMe().data?.usage
  const limits = instance.data
  return (
    <div className="page-column">
      <h1 className="page-title">You already have everything</h1>
      <p className="mt-1 max-w-[44ch] text-ink-2">
        This Pinmark runs on its owner’s server. There is one plan, and it costs nothing.
      </p>
      {limits && (
        <dl className="mt-6 border-t">
          <PlanRow
            what="Projects"
            limit={`${number.format(limits.maxProjects)} for each account`}
            used={usage && `You have ${number.format(usage.projects)}.`}
          />
          <PlanRow
            what="Storage"
            limit={`${number.format(limits.maxStorageGb)} GB for each account`}
            used={usage && `You use ${usage.imageBytes === 0 ? 'none' : formatBytes(usage.imageBytes)}.`}
          />
          <PlanRow what="Image size" limit={`${number.format(limits.maxUploadMb)} MB`} />
          <PlanRow what="Comments" limit={`${number.format(limits.maxCommentsPerProject)} in a project`} />
          <PlanRow what="Reviewers" limit="No limit, no accounts" />
          <PlanRow what="Price" limit="0" />
          <PlanRow what="Pinmark" limit={`Version ${limits.version}`} />
        </dl>
      )}
      {instance.error && (
        <div className="mt-6">
          <ErrorStrip
            action={
              <Button size="sm" onClick={() => void instance.refetch()}>
                Try again
              </Button>
            }
          >
            Could not load the limits.
          </ErrorStrip>
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
      <dd className="tabular text-right text-ink-2">
        <span>{limit}</span>
        {used && <span className="block text-13 text-ink-3">{used}</span>}
      </dd>
    </div>
  )
}
