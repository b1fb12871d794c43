import { pagesQuerySchema } from '../entities/pages'
import {
  newProjectFormSchema,
  newProjectSchema,
  orderChangeSchema,
  projectChangeSchema,
  projectListSchema,
  projectSchema,
  projectSummarySchema,
} from '../entities/project'
import { deletedSchema, projectListQuerySchema, projectQuerySchema } from '../entities/requests'
import { idempotencyKeyHeader, projectPath, projectsPath } from '../paths'
import { endpoint } from './endpoint'

export const listProjects = endpoint({
  method: 'GET',
  path: projectsPath,
  access: 'account',
  query: projectListQuerySchema,
  answers: { 200: projectListSchema },
})

export const createProject = endpoint({
  method: 'POST',
  path: projectsPath,
  access: 'account',
  query: pagesQuerySchema,
  headers: [idempotencyKeyHeader],
  upload: { json: newProjectSchema, form: newProjectFormSchema },
  answers: { 201: projectSummarySchema },
  failsInText: true,
})

export const openProject = endpoint({
  method: 'GET',
  path: projectPath,
  access: 'project',
  action: 'view',
  query: projectQuerySchema,
  answers: { 200: projectSchema },
})

export const changeProject = endpoint({
  method: 'PUT',
  path: projectPath,
  access: 'project',
  action: 'rename',
  body: projectChangeSchema,
  answers: { 200: projectSummarySchema },
})

export const changeOrder = endpoint({
  method: 'PATCH',
  path: '/projects/:projectId/order',
  access: 'project',
  action: 'manage',
  body: orderChangeSchema,
  answers: { 200: projectSummarySchema },
})

export const copyProject = endpoint({
  method: 'POST',
  path: '/projects/:projectId/copy',
  access: 'project',
  action: 'manage',
  headers: [idempotencyKeyHeader],
  answers: { 201: projectSummarySchema },
})

export const deleteProject = endpoint({
  method: 'DELETE',
  path: projectPath,
  access: 'project',
  action: 'delete',
  answers: { 200: deletedSchema },
})

export const restoreProject = endpoint({
  method: 'POST',
  path: '/projects/:projectId/restore',
  access: 'project',
  action: 'restore',
  answers: { 200: projectSummarySchema },
})

export const loadOriginal = endpoint({
  method: 'GET',
  path: '/projects/:projectId/designs/:designId/versions/:versionId/original',
  access: 'project',
  action: 'manage',
  answers: {
    200: {
      contentTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml'],
    },
  },
})
