import type { Members } from '@pinmark/shared/entities/members'
import { m } from '@pinmark/words/messages'
import { useState, type ReactNode } from 'react'
import { formatDate } from '../../lib/clock'
import { useSession } from '../../lib/session'
import { Button } from '../../ui/button'
import { AlertDialog, Dialog } from '../../ui/dialog'
import { FailureStrip } from '../../ui/error-strip'
import { inSpan, Name, rich } from '../../ui/rich'
import { Invite, useChangeMembers, useMembers, type MemberChange } from './invite'

interface PeopleDialogProps {
  project: { readonly _id: string; readonly name: string }
  open: boolean
  onClose: () => void
}

/** The people who work on a project. Its owner invites and removes members and hands it over; members can leave. */
export function PeopleDialog({ project, open, onClose }: PeopleDialogProps) {
  const { data: people, error, refetch } = useMembers(project._id)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.people_title()}
      dismissible
      footer={<Button onClick={onClose}>{m.action_done()}</Button>}
    >
      <FailureStrip error={error} otherwise={m.people_not_loaded()} onRetry={refetch} />
      {people ? (
        <People projectId={project._id} people={people} onLeft={onClose} />
      ) : (
        <div className="h-40" />
      )}
    </Dialog>
  )
}

interface PeopleProps {
  projectId: string
  people: Members
  onLeft: () => void
}

/** A change that asks first. */
type Question = Extract<MemberChange, { member: string }> & { name: string }

function People({ projectId, people, onLeft }: PeopleProps) {
  const me = useSession()?.user._id
  const change = useChangeMembers(projectId)
  const [question, setQuestion] = useState<Question | null>(null)
  const { owner, members, offeredTo, invitations } = people
  const own = members.find(({ _id }) => _id === me)
  const isOwner = own === undefined

  return (
    <>
      {own && offeredTo === me && (
        <Offer owner={owner.name} isPending={change.isPending} onAnswer={(kind) => change.mutate({ kind })} />
      )}
      <ul aria-label={m.people_title()} className="grid">
        <Person name={owner.name} work={m.people_owner()} isMe={isOwner} />
        {members.map((member) => (
          <Person
            key={member._id}
            name={member.name}
            work={member._id === offeredTo ? m.people_offered() : m.tag_designer()}
            isMe={member._id === me}
          >
            {isOwner && (
              <MemberActions
                name={member.name}
                isOffered={member._id === offeredTo}
                onAsk={(kind) => setQuestion({ kind, member: member._id, name: member.name })}
                onEndOffer={() => change.mutate({ kind: 'endOffer' })}
              />
            )}
          </Person>
        ))}
      </ul>
      {!question && <FailureStrip error={change.error} otherwise={m.nothing_changed()} />}
      {own && (
        <div>
          <Button onClick={() => setQuestion({ kind: 'leave', member: own._id, name: own.name })}>
            {m.people_leave()}
          </Button>
        </div>
      )}
      {isOwner && <Invite projectId={projectId} />}
      {invitations.length > 0 && (
        <ul aria-label={m.invitations_open()} className="grid">
          {invitations.map(({ _id, email, endsAt }) => (
            <li key={_id} className="flex min-h-11 items-center gap-4 border-t py-2">
              <p className="min-w-0 flex-1 wrap-anywhere">
                <span>{email ?? m.invitation()}</span>{' '}
                <span className="text-13 text-ink-3">{m.invitation_until({ date: formatDate(endsAt) })}</span>
              </p>
              <Button
                size="sm"
                className="flex-none"
                aria-label={
                  email === null
                    ? m.invitation_withdraw_until({ date: formatDate(endsAt) })
                    : m.invitation_withdraw_for({ email })
                }
                onClick={() => change.mutate({ kind: 'withdraw', invitation: _id })}
              >
                {m.verdict_withdraw()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {question && (
        <AlertDialog
          open
          onClose={() => setQuestion(null)}
          {...wordsOf(question)}
          pending={change.isPending}
          onConfirm={() =>
            change.mutate(question, {
              onSuccess: () => {
                setQuestion(null)
                if (question.kind === 'leave') onLeft()
              },
            })
          }
        >
          <FailureStrip error={change.error} otherwise={m.nothing_changed()} />
        </AlertDialog>
      )}
    </>
  )
}

function wordsOf({ kind, name }: Question) {
  if (kind === 'leave')
    return {
      title: m.people_leave_asked(),
      question: m.people_leave_text(),
      confirmLabel: m.people_leave_confirm(),
    }
  if (kind === 'remove')
    return {
      title: m.people_remove_asked({ name }),
      question: m.people_remove_text({ name }),
      confirmLabel: m.action_remove(),
    }
  return {
    title: m.people_hand_over_asked({ name }),
    question: m.people_hand_over_text({ name }),
    confirmLabel: m.people_hand_over_confirm(),
  }
}

interface PersonProps {
  name: string
  work: string
  isMe: boolean
  children?: ReactNode
}

function Person({ name, work, isMe, children }: PersonProps) {
  const shown = <Name className="font-[550]">{name}</Name>
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 border-t py-2 first:border-t-0">
      <div className="min-w-min flex-1">
        <p className="wrap-anywhere">{isMe ? rich(m.people_you, { name: shown }) : shown}</p>
        <p className="text-13 text-ink-3">{work}</p>
      </div>
      {children}
    </li>
  )
}

interface MemberActionsProps {
  name: string
  isOffered: boolean
  onAsk: (kind: 'offer' | 'remove') => void
  onEndOffer: () => void
}

function MemberActions({ name, isOffered, onAsk, onEndOffer }: MemberActionsProps) {
  return (
    <div className="flex flex-none gap-2">
      {isOffered ? (
        <Button size="sm" onClick={onEndOffer}>
          {m.people_take_back()}
        </Button>
      ) : (
        <Button size="sm" aria-label={m.people_hand_over_to({ name })} onClick={() => onAsk('offer')}>
          {m.people_hand_over()}
        </Button>
      )}
      <Button size="sm" aria-label={m.people_remove_named({ name })} onClick={() => onAsk('remove')}>
        {m.action_remove()}
      </Button>
    </div>
  )
}

interface OfferProps {
  owner: string
  isPending: boolean
  onAnswer: (kind: 'accept' | 'endOffer') => void
}

/** Shown to the member to whom the project is offered. */
function Offer({ owner, isPending, onAnswer }: OfferProps) {
  return (
    <section aria-label={m.people_offer_title()} className="grid gap-3 rounded-control bg-fill p-4">
      <p>
        {rich(
          m.people_offer,
          {
            name: <Name className="font-[550]">{owner}</Name>,
          },
          inSpan,
        )}
      </p>
      <div className="flex gap-2">
        {/* Not disabled meanwhile: it disappears with the offer, and the dialog would lose the focus. */}
        <Button variant="primary" size="sm" onClick={() => isPending || onAnswer('accept')}>
          {m.people_offer_accept()}
        </Button>
        <Button size="sm" onClick={() => isPending || onAnswer('endOffer')}>
          {m.people_offer_decline()}
        </Button>
      </div>
    </section>
  )
}
