import { apiTokenListSchema, createApiTokenSchema, newApiTokenSchema } from '../entities/api-token'
import { endpoint } from './endpoint'

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/users/me/tokens',
  access: 'account',
  scope: 'login',
  answers: { 200: apiTokenListSchema },
})

export const createApiToken = endpoint({
  method: 'POST',
  path: '/users/me/tokens',
  access: 'account',
  scope: 'login',
  body: createApiTokenSchema,
  answers: { 201: newApiTokenSchema },
})

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/users/me/tokens/:tokenId',
  access: 'account',
  scope: 'login',
  answers: { 204: null },
})
