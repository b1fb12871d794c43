import * as membersApi from '@pinmark/shared/api/members'
import { pagePaths } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
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
    return <MailLinkPage title={m.join_over()} isDone={false} error={error} otherwise={m.join_not_read()} />
  }
  const { project, owner, endsAt, joined } = invited
  if (joined !== null) {
    return (
      <MailLinkPage title={m.join_already({ project })} isDone={false} error={null} otherwise="">
        <p className="text-ink-2">{m.join_already_hint()}</p>
        <Link to={pagePaths.project(joined)} className="text-action">
          {m.project_open()}
        </Link>
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage
      title={m.join_title({ owner, project })}
      isDone={false}
      error={join.error}
      otherwise={m.join_failed()}
    >
      <p className="text-ink-2">{m.join_hint({ date: formatDate(endsAt) })}</p>
      <Button variant="primary" pending={join.isPending} onClick={() => join.mutate()}>
        {m.join()}
      </Button>
    </MailLinkPage>
  )
}
