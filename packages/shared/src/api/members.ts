import {
  invitedSchema,
  joinedSchema,
  madeInvitationSchema,
  membersSchema,
  newInvitationSchema,
  offerSchema,
} from '../entities/members'
import { endpoint } from './endpoint'

export const listMembers = endpoint({
  method: 'GET',
  path: '/projects/:projectId/members',
  access: 'project',
  action: 'manage',
  answers: { 200: membersSchema },
})

// What changes who works on a project requires a login: a stolen API token must not make its thief a member.

export const inviteMember = endpoint({
  method: 'POST',
  path: '/projects/:projectId/invitations',
  access: 'project',
  action: 'own',
  scope: 'login',
  body: newInvitationSchema,
  answers: { 201: madeInvitationSchema },
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/invitations/:invitationId',
  access: 'project',
  action: 'own',
  scope: 'login',
  answers: { 204: null },
})

export const readInvitation = endpoint({
  method: 'GET',
  path: '/invitations/:joinToken',
  access: 'account',
  scope: 'login',
  answers: { 200: invitedSchema },
})

export const joinProject = endpoint({
  method: 'POST',
  path: '/invitations/:joinToken',
  access: 'account',
  scope: 'login',
  answers: { 200: joinedSchema },
})

/** The owner removes a member, or a member leaves. */
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/members/:memberId',
  access: 'project',
  action: 'manage',
  scope: 'login',
  answers: { 204: null },
})

export const offerProject = endpoint({
  method: 'PUT',
  path: '/projects/:projectId/offer',
  access: 'project',
  action: 'own',
  scope: 'login',
  body: offerSchema,
  answers: { 204: null },
})

/** The owner takes an offer back, or the member declines it. */
export const endOffer = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/offer',
  access: 'project',
  action: 'manage',
  scope: 'login',
  answers: { 204: null },
})

export const acceptOffer = endpoint({
  method: 'POST',
  path: '/projects/:projectId/offer/accept',
  access: 'project',
  action: 'manage',
  scope: 'login',
  answers: { 204: null },
})
