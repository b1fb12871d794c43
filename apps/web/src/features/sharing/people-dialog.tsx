import type { Members } from '@pinmark/shared/entities/members'
import { useState, type ReactNode } from 'react'
import { formatDate } from '../../lib/clock'
import { useSession } from '../../lib/session'
import { Button } from '../../ui/button'
import { AlertDialog, Dialog } from '../../ui/dialog'
import { FailureStrip } from '../../ui/error-strip'
import { Invite } from './invite'
import { useChangeMembers, useMembers, type MemberChange } from './use-members'

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
      title="People"
      dismissible
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <FailureStrip
        error={error}
        otherwise="Could not load the people."
        action={
          <button type="button" className="text-action" onClick={() => void refetch()}>
            Try again
          </button>
        }
      />
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
      <ul aria-label="People" className="grid">
        <Person name={owner.name} work="Owner" isMe={isOwner} />
        {members.map((member) => (
          <Person
            key={member._id}
            name={member.name}
            work={member._id === offeredTo ? 'Designer · the project is offered to them' : 'Designer'}
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
      {!question && <FailureStrip error={change.error} otherwise="Nothing was changed. Try again." />}
      {own && (
        <div>
          <Button onClick={() => setQuestion({ kind: 'leave', member: own._id, name: own.name })}>
            Leave project
          </Button>
        </div>
      )}
      {isOwner && <Invite projectId={projectId} />}
      {invitations.length > 0 && (
        <ul aria-label="Open invitations" className="grid">
          {invitations.map(({ _id, email, endsAt }) => (
            <li key={_id} className="flex min-h-11 items-center gap-4 border-t py-2">
              <p className="min-w-0 flex-1 wrap-anywhere">
                <span>{email ?? 'Invitation'}</span>{' '}
                <span className="text-13 text-ink-3">{`can be used until ${formatDate(endsAt)}`}</span>
              </p>
              <Button
                size="sm"
                className="flex-none"
                aria-label={`Withdraw the invitation ${email === null ? `until ${formatDate(endsAt)}` : `for ${email}`}`}
                onClick={() => change.mutate({ kind: 'withdraw', invitation: _id })}
              >
                Withdraw
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
          <FailureStrip error={change.error} otherwise="Nothing was changed. Try again." />
        </AlertDialog>
      )}
    </>
  )
}

function wordsOf({ kind, name }: Question) {
  if (kind === 'leave')
    return {
      title: 'Leave this project?',
      question: 'You lose it at once, and only a new invitation brings you back. Your comments stay.',
      confirmLabel: 'Leave',
    }
  if (kind === 'remove')
    return {
      title: `Remove ${name}?`,
      question: `${name} loses the project at once. Their comments stay.`,
      confirmLabel: 'Remove',
    }
  return {
    title: `Hand the project over to ${name}?`,
    question: `${name} becomes the owner when they accept. The images then use their storage, and you stay as a designer.`,
    confirmLabel: 'Offer it',
  }
}

interface PersonProps {
  name: string
  work: string
  isMe: boolean
  children?: ReactNode
}

function Person({ name, work, isMe, children }: PersonProps) {
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 border-t py-2 first:border-t-0">
      <div className="min-w-min flex-1">
        <p className="font-[550] wrap-anywhere">
          <bdi translate="no" dir="auto">
            {name}
          </bdi>
          {isMe && <span className="font-normal text-ink-3"> (you)</span>}
        </p>
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
          Take back
        </Button>
      ) : (
        <Button size="sm" aria-label={`Hand over to ${name}`} onClick={() => onAsk('offer')}>
          Hand over
        </Button>
      )}
      <Button size="sm" aria-label={`Remove ${name}`} onClick={() => onAsk('remove')}>
        Remove
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
    <section aria-label="Offer" className="grid gap-3 rounded-control bg-fill p-4">
      <p>
        <bdi translate="no" dir="auto" className="font-[550]">
          {owner}
        </bdi>{' '}
        <span>offers you this project. If you accept, it is yours, and its images use your storage.</span>
      </p>
      <div className="flex gap-2">
        <Button variant="primary" size="sm" pending={isPending} onClick={() => onAnswer('accept')}>
          Accept
        </Button>
        <Button size="sm" disabled={isPending} onClick={() => onAnswer('endOffer')}>
          Decline
        </Button>
      </div>
    </section>
  )
}
