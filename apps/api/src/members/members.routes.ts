import * as membersApi from '@pinmark/shared/api/members'
import type { Config } from '../config'
import { languageOf } from '../http/identify'
import { countMails, limitsOf } from '../http/limits/rate-limits'
import { jsonRoute, type Route, type Words } from '../http/route'
import * as members from './members.service'

export function membersRoutes(config: Config): Route[] {
  const limit = limitsOf(config)
  const inviting = { config, isMailedTooOften: countMails(config, 'invitationMail') }
  return [
    jsonRoute(membersApi.listMembers, ({ actor, params }) => members.listMembers(actor, params.projectId)),
    jsonRoute(
      membersApi.inviteMember,
      ({ actor, params, body: { email = null } }, req) =>
        members.inviteMember(inviting, actor, params.projectId, {
          email,
          language: languageOf(req),
        }),
      limit('invitation'),
    ),
    jsonRoute(
      membersApi.withdrawInvitation,
      ({ actor, params }) => members.withdrawInvitation(actor, params.projectId, params.invitationId),
      limit('setting'),
    ),
    jsonRoute(membersApi.readInvitation, ({ actor, params }) =>
      members.readInvitation(config, actor, params.joinToken),
    ),
    jsonRoute(
      membersApi.joinProject,
      ({ actor, params }) => members.joinProject(config, actor, params.joinToken),
      limit('join'),
    ),
    jsonRoute(
      membersApi.removeMember,
      ({ actor, params }) => members.removeMember(actor, params.projectId, params.memberId),
      limit('setting'),
    ),
    jsonRoute(
      membersApi.offerProject,
      ({ actor, params, body }) => members.offerProject(actor, params.projectId, body.member),
      limit('setting'),
    ),
    jsonRoute(
      membersApi.endOffer,
      ({ actor, params }) => members.endOffer(actor, params.projectId),
      limit('setting'),
    ),
    jsonRoute(
      membersApi.acceptOffer,
      ({ actor, params }) => members.acceptOffer(actor, params.projectId, config.limits),
      limit('setting'),
    ),
  ]
}

const refusals = ['not_allowed', 'project_not_found', 'too_many_changes'] as const

export const membersWords = {
  listMembers: {
    summary: 'List the people who work on a project',
    answer: 'The owner, the members, and for the owner the open invitations.',
    errors: ['not_allowed', 'project_not_found'],
  },
  inviteMember: {
    summary: 'Invite a member',
    description:
      'The invitation is an address that works once, for seven days, for any account. It is sent by mail if email is given ' +
      'and the server sends mail. This answer is the only one that contains the address.',
    answer: 'The invitation with its address.',
    errors: [
      'email_required',
      'email_not_valid',
      'not_allowed',
      'project_not_found',
      'invitations_full',
      'too_many_invitations',
    ],
  },
  withdrawInvitation: {
    summary: 'Withdraw an invitation',
    answer: 'It is withdrawn.',
    errors: [...refusals, 'invitation_not_found'],
  },
  readInvitation: {
    summary: 'Show what an invitation admits to',
    answer: 'The names of the project and its owner, and the end of the invitation.',
    errors: ['join_link_over'],
  },
  joinProject: {
    summary: 'Join a project with an invitation',
    description: 'A repeated request gets the same answer.',
    answer: 'The project.',
    errors: ['join_link_over', 'own_invitation', 'members_full', 'too_many_changes'],
  },
  removeMember: {
    summary: 'Remove a member, or leave a project',
    description:
      'The owner removes any member, and members remove themselves. Open pages of the member lose the project at once.',
    answer: 'The member is removed.',
    errors: [...refusals, 'member_not_found'],
  },
  offerProject: {
    summary: 'Offer a project to a member',
    description: 'The member becomes the owner when they accept. An earlier offer to another member ends.',
    answer: 'It is offered.',
    errors: [...refusals, 'member_not_found'],
  },
  endOffer: {
    summary: 'Take an offer back, or decline it',
    answer: 'The offer has ended.',
    errors: [...refusals],
  },
  acceptOffer: {
    summary: 'Accept a project',
    description:
      'The caller becomes the owner, and the former owner a member. The images count for the storage of the new owner.',
    answer: 'The project belongs to the caller.',
    errors: [...refusals, 'not_offered', 'project_limit_reached', 'storage_limit_reached'],
  },
} satisfies Record<string, Words>
