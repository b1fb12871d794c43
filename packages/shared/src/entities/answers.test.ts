import { expect, test } from 'vitest'
import { apiTokenListSchema, newApiTokenSchema, type ApiToken } from './api-token'
import { comparisonSchema, type Comparison } from './comparison'
import { addedDesignsSchema, trashSchema, type AddedDesigns, type Trash } from './design'
import { commentSchema, type Comment, type Reply } from './comment'
import { healthSchema, instanceSchema, type Instance } from './instance'
import {
  linkSchema,
  projectListSchema,
  projectSchema,
  recordedVisitSchema,
  type Project,
  type ProjectSummary,
  versionSchema,
} from './project'
import { noticesSchema, stoppedSchema } from './notices'
import { confirmedSchema, replyMailSchema } from './reply-mail'
import { pageListSchema, type PageList } from './pages'
import { deletedSchema } from './requests'
import { unlockedSchema } from './unlock'
import { meSchema, registeredSchema, sessionSchema } from './user'
import {
  createdWebhookSchema,
  deliveryResultSchema,
  fullDeliverySchema,
  type CreatedWebhook,
  type FullDelivery,
} from './webhook'

const id = '7Qm2xVd0kT4rYb9ZsLw8aE'
/** An image key: the id of an image, and the seal of a link. */
const imageKey = `${id}${id}`
const at = '2026-03-01T12:00:00.000Z'

const reply: Reply = {
  _id: id,
  commenter: 'Ben',
  text: 'I think so too.',
  createdAt: at,
  editedAt: null,
  deletedAt: null,
  byOwner: false,
  mine: true,
  can: { edit: true, delete: true, resolve: false },
  pictures: [{ _id: id, name: 'calmer.png', image: { _id: imageKey, width: 400, height: 300 } }],
  parent: id,
}
const comment: Comment = {
  ...{ _id: id, commenter: 'Ana', text: 'Calmer?', createdAt: at, editedAt: at, deletedAt: null },
  ...{ byOwner: false, mine: false, can: { edit: false, delete: false, resolve: true } },
  ...{ number: 1, kind: 'region', x: 1, y: 2, w: 3, h: 4, design: id, version: id },
  strokes: [[0, 0, 3, 4]],
  resolved: { at, by: 'Mara' },
  parent: null,
  replies: [reply],
  agrees: { mine: true, names: ['Ben'] },
  places: (['followed', 'check', 'gone', 'placed'] as const).map((state) => ({
    ...{ version: id, x: 1, y: 2, w: 3, h: 4, state, kind: 'design' as const },
  })),
}
const link: Project['link'] = {
  ...{ id, permission: 'comment', closedAt: null },
  password: { setAt: at },
  end: { at, to: 'view' },
}
const verdict = { name: 'Ana', verdict: 'good' } as const
const summary: ProjectSummary = {
  ...{ _id: id, name: 'Site', description: '', updatedAt: at, createdAt: at, deletedAt: null },
  ...{ image: 'AAAA', thumbnail: imageKey, width: 400, height: 300, designs: 1, link },
  ...{ owner: { name: 'Mara' }, isOwner: true, members: 2 },
  round: { number: 1, closedAt: null, good: 1, changes: 0, verdicts: [verdict] },
  stats: { open: 1, total: 2, new: 1, last: { commenter: 'Ana', text: 'Hi', createdAt: at, byOwner: false } },
}
const project: Project = {
  ...{ _id: id, permanentId: id, name: 'Site', description: '', updatedAt: at, createdAt: at, image: 'AAAA' },
  ...{ owner: { name: 'Mara' }, isOwner: true, isMember: false, link },
  can: { comment: true, rename: true, delete: true, resolve: true, manage: true, own: true },
  designs: [
    {
      _id: id,
      title: 'Home',
      versions: [
        {
          _id: id,
          number: 1,
          image: { _id: imageKey, width: 400, height: 300, placeholder: 'data:,', narrowWidth: 200 },
          note: 'Calmer',
          round: 1,
          createdAt: at,
          placing: 'pending',
        },
      ],
    },
  ],
  round: {
    ...{ number: 1, openedAt: at, closedAt: at, message: 'Thank you' },
    ...{ mine: { ...verdict, note: '', at }, verdicts: null },
  },
  comments: [comment],
  commentsNext: null,
  stats: { open: 1, total: 1 },
  visit: { lastSeenNumber: 1, at, read: { 2: at } },
  position: '0123456789abcdef',
}
const instance: Instance = {
  ...{ registration: 'closed', defaultLinkPermission: 'view', publicUrl: null, mail: true },
  ...{ maxUploadMb: 10, maxProjects: 200, maxStorageGb: 2, maxCommentsPerProject: 5_000 },
  version: '1.0.0',
}
const apiToken: ApiToken = {
  ...{ _id: id, name: 'Report', scope: 'read', projects: null, lastFour: 'k3Vd' },
  ...{ createdAt: at, endsAt: at, lastUsedAt: null },
}
const delivery: FullDelivery = {
  ...{ _id: id, what: 'Comment 13 added', at, state: 'waiting', tries: 1, status: null, ms: 10_000 },
  ...{ problem: 'No answer in 10 s.', request: '{}', response: '' },
}
const { request: _request, response: _response, ...shownDelivery } = delivery
const created: CreatedWebhook = {
  secret: 'whsec_c2VjcmV0',
  webhook: {
    ...{ _id: id, url: 'https://hooks.test/', format: 'generic', events: ['comment'] },
    ...{ project: { _id: id, name: 'Site' }, createdAt: at, pausedAt: at, deliveries: [shownDelivery] },
  },
}
const user = { _id: id, name: 'Mara', email: 'mara@studio.test' }

const area = { x: 1, y: 2, w: 3, h: 4 }
const comparison: Comparison = {
  from: 1,
  to: 2,
  changes: (['added', 'removed', 'moved', 'changed'] as const).map((kind) => ({
    ...{ kind, before: null, after: area },
  })),
  runs: [{ before: { y: 0, h: 40 }, after: { y: 12, h: 40 } }],
}
const added: AddedDesigns = {
  designs: project.designs,
  failed: [
    {
      index: 1,
      file: 'a.pdf',
      page: 2,
      error: 'This file is not a supported image.',
      code: 'image_not_supported',
    },
  ],
}
const version = project.designs[0]?.versions[0]
const trash: Trash = [
  {
    ...{ design: id, version: null, title: 'Home', number: 1, deletedAt: at },
    image: { _id: imageKey, width: 400, height: 300, placeholder: 'data:,' },
  },
]
const pages: PageList = {
  count: 1,
  pages: [{ width: 4, height: 3, missingFonts: [], lacksAnnotations: false, picture: null }],
}

interface Schema {
  safeParse: (input: unknown) => { success: boolean; data?: unknown }
}

const answers: [string, Schema, object][] = [
  ['a comment', commentSchema, comment],
  ['a project', projectSchema, project],
  ['a list of projects', projectListSchema, [summary]],
  ['an instance', instanceSchema, instance],
  ['an account', meSchema, { ...user, usage: { projects: 1, imageBytes: 2 } }],
  ['a new account', registeredSchema, { user }],
  ['a session', sessionSchema, { token: 'abc', user }],
  ['a list of API tokens', apiTokenListSchema, [apiToken]],
  ['a new API token', newApiTokenSchema, { ...apiToken, token: 'abc' }],
  ['an unlocked link', unlockedSchema, { token: 'abc' }],
  ['a visit', recordedVisitSchema, { visit: { lastSeenNumber: 1, at } }],
  ['notices', noticesSchema, { mode: 'digest', projects: [{ _id: id, name: 'Site', mode: null }] }],
  ['what was stopped', stoppedSchema, { project: 'Site', isStopped: true, isForgotten: true }],
  ['mail about replies', replyMailSchema, { state: 'waiting' }],
  ['a confirmed address', confirmedSchema, { project: 'Site', link: id }],
  ['a new webhook', createdWebhookSchema, created],
  ['a delivery', fullDeliverySchema, delivery],
  ['a result of a delivery', deliveryResultSchema, { status: 200, problem: null, ms: 12 }],
  ['a comparison', comparisonSchema, comparison],
  ['new designs', addedDesignsSchema, added],
  ['pages', pageListSchema, pages],
  ['health', healthSchema, { status: 'ok', version: '1.0.0' }],
  ['a trash', trashSchema, trash],
  ['a comment on the whole design', commentSchema, { ...comment, kind: 'design' }],
  ['a pin', commentSchema, { ...comment, kind: 'pin' }],
  ['a version whose comments could not be placed', versionSchema, { ...version, placing: 'failed' }],
  ['a link that ends closed', linkSchema, { ...link, end: { at, to: 'closed' } }],
  ['an open instance', instanceSchema, { ...instance, registration: 'open' }],
  ['no mail about replies', replyMailSchema, { state: 'none' }],
  ['mail about replies that comes', replyMailSchema, { state: 'on' }],
  ['a delivery that is done', fullDeliverySchema, { ...delivery, state: 'done' }],
  ['a deletion', deletedSchema, { _id: id, deletedAt: at }],
]

test.each(answers)('%s is parsed completely, without additional fields', (_what, schema, answer) => {
  expect(schema.safeParse(answer).data).toEqual(answer)
  if (Array.isArray(answer)) return
  expect(schema.safeParse({ ...answer, unknown: true }).data).toEqual(answer)
})

test.each<[string, Schema, object]>([
  ['a session without a token', sessionSchema, { token: '', user }],
  [
    'a design without a version',
    projectSchema,
    { ...project, designs: [{ ...project.designs[0], versions: [] }] },
  ],
  ['a project without a design', projectSchema, { ...project, designs: [] }],
  ['an id that is too long', deletedSchema, { _id: `${id}A`, deletedAt: at }],
  ['an id with another sign', deletedSchema, { _id: `${id.slice(1)}.`, deletedAt: at }],
  ['a state of registration that nobody knows', instanceSchema, { ...instance, registration: 'maybe' }],
])('%s is not accepted', (_what, schema, answer) => expect(schema.safeParse(answer).success).toBe(false))
