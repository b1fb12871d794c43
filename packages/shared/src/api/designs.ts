import { buildDifferencesSchema, comparisonQuerySchema, comparisonSchema } from '../entities/comparison'
import { designLinesSchema, foundTextsSchema, textSearchQuerySchema } from '../entities/design-lines'
import {
  addedDesignsSchema,
  addedVersionSchema,
  designChangeSchema,
  newBuildFormSchema,
  newDesignsFormSchema,
  newVersionFormSchema,
  trashSchema,
} from '../entities/design'
import { pageListSchema, pagesQuerySchema, pdfFormSchema } from '../entities/pages'
import { designSchema, versionSchema } from '../entities/project'
import { deletedSchema } from '../entities/requests'
import { idempotencyKeyHeader } from '../paths'
import { endpoint } from './endpoint'

export const addDesigns = endpoint({
  method: 'POST',
  path: '/projects/:projectId/designs',
  access: 'project',
  action: 'manage',
  query: pagesQuerySchema,
  headers: [idempotencyKeyHeader],
  upload: { form: newDesignsFormSchema },
  answers: { 201: addedDesignsSchema },
})

export const changeDesign = endpoint({
  method: 'PATCH',
  path: '/projects/:projectId/designs/:designId',
  access: 'project',
  action: 'manage',
  body: designChangeSchema,
  answers: { 200: designSchema },
})

export const deleteDesign = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/designs/:designId',
  access: 'project',
  action: 'manage',
  answers: { 200: deletedSchema },
})

export const restoreDesign = endpoint({
  method: 'POST',
  path: '/projects/:projectId/designs/:designId/restore',
  access: 'project',
  action: 'manage',
  answers: { 200: designSchema },
})

export const addVersion = endpoint({
  method: 'POST',
  path: '/projects/:projectId/designs/:designId/versions',
  access: 'project',
  action: 'manage',
  query: pagesQuerySchema,
  headers: [idempotencyKeyHeader],
  upload: { form: newVersionFormSchema },
  answers: { 200: addedVersionSchema, 201: addedVersionSchema },
})

export const removeVersion = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/designs/:designId/versions/:versionId',
  access: 'project',
  action: 'manage',
  answers: { 200: deletedSchema },
})

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/projects/:projectId/designs/:designId/versions/:versionId/restore',
  access: 'project',
  action: 'manage',
  answers: { 200: versionSchema },
})

export const renewVersion = endpoint({
  method: 'POST',
  path: '/projects/:projectId/designs/:designId/versions/:versionId/newest',
  access: 'project',
  action: 'manage',
  answers: { 200: addedVersionSchema },
})

export const listChanges = endpoint({
  method: 'GET',
  path: '/projects/:projectId/designs/:designId/changes',
  access: 'project',
  action: 'view',
  query: comparisonQuerySchema,
  answers: { 200: comparisonSchema },
})

export const storeBuild = endpoint({
  method: 'PUT',
  path: '/projects/:projectId/designs/:designId/versions/:versionId/build',
  access: 'project',
  action: 'manage',
  query: pagesQuerySchema,
  upload: { form: newBuildFormSchema },
  answers: { 200: versionSchema },
})

export const removeBuild = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/designs/:designId/versions/:versionId/build',
  access: 'project',
  action: 'manage',
  answers: { 200: versionSchema },
})

export const listDifferences = endpoint({
  method: 'GET',
  path: '/projects/:projectId/designs/:designId/versions/:versionId/build/differences',
  access: 'project',
  action: 'view',
  answers: { 200: buildDifferencesSchema },
})

export const listLines = endpoint({
  method: 'GET',
  path: '/projects/:projectId/designs/:designId/versions/:versionId/lines',
  access: 'project',
  action: 'view',
  answers: { 200: designLinesSchema },
})

export const findTexts = endpoint({
  method: 'GET',
  path: '/projects/:projectId/texts',
  access: 'project',
  action: 'view',
  query: textSearchQuerySchema,
  answers: { 200: foundTextsSchema },
})

export const listTrash = endpoint({
  method: 'GET',
  path: '/projects/:projectId/trash',
  access: 'project',
  action: 'manage',
  answers: { 200: trashSchema },
})

export const listPages = endpoint({
  method: 'POST',
  path: '/pdf-pages',
  access: 'account',
  upload: { form: pdfFormSchema },
  answers: { 200: pageListSchema },
})
