import { healthSchema, instanceSchema } from '../entities/instance'
import { endpoint } from './endpoint'

export const checkHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  answers: { 200: healthSchema },
})

export const checkReady = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  answers: { 200: healthSchema },
})

export const readInstance = endpoint({
  method: 'GET',
  path: '/instance',
  access: 'public',
  answers: { 200: instanceSchema },
})

export const readApiDocument = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  answers: { 200: { contentTypes: ['application/json'] } },
})

export const readApiPage = endpoint({
  method: 'GET',
  path: '/docs',
  access: 'public',
  answers: { 200: { contentTypes: ['text/html'] } },
})
