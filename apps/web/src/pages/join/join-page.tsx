import * as membersApi from '@pinmark/shared/api/members'
import { pagePaths } from '@pinmark/shared/paths'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { MailLinkPage } from '../../features/notices/mail-link-page'
import { call } from '../../lib/api'
import { formatDate } from '../../lib/clock'
import { invitationKey } from '../../lib/query-keys'
import { useSession } from '../../lib/session'
import { Button } from '../../ui/button'

/** Joins a project, by the address of an invitation. */
export function JoinPage() {
  const { joinToken = '' } = useParams()
  const userId = useSession()?.user._id
  const navigate = useNavigate()
  const params = { joinToken }
  const {
    data: invited,
    error,
    isLoading,
  } = useQuery({
    queryKey: invitationKey(userId, joinToken),
    queryFn: ({ signal }) => call(membersApi.readInvitation, { params, signal }),
  })
  const join = useMutation({
    mutationFn: () => call(membersApi.joinProject, { params }),
    onSuccess: ({ _id }) => navigate(pagePaths.project(_id), { replace: true }),
  })
  if (isLoading) return null
  if (!invited) {
    return (
      <MailLinkPage
        title="This invitation does not work"
        isDone={false}
        error={error}
        otherwise="It could not be read. Reload the page to try again."
      />
    )
  }
  const { project, owner, endsAt, joined } = invited
  if (joined !== null) {
    return (
      <MailLinkPage title={`You work on ${project} already`} isDone={false} error={null} otherwise="">
        <p className="text-ink-2">If the invitation is for someone else, send them its address.</p>
        <Link to={pagePaths.project(joined)} className="text-action">
          Open the project
        </Link>
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage
      title={`${owner} invites you to work on ${project}`}
      isDone={false}
      error={join.error}
      otherwise="You did not join. Try again."
    >
      <p className="text-ink-2">
        {`You can then open, change and answer everything in it. The invitation works until ${formatDate(endsAt)}.`}
      </p>
      <Button variant="primary" pending={join.isPending} onClick={() => join.mutate()}>
        Join
      </Button>
    </MailLinkPage>
  )
}
