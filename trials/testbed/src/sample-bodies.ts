import type { allEndpoints, EndpointName } from '@pinmark/shared/api/all-endpoints'
import { drawDesign } from './test-image'

const words = { commenter: 'Priya', text: 'The moon is lovely' }
const password = 'a quiet light table'
let counter = 0
/** A unique name. */
const fresh = () => `${process.pid}-${Date.now().toString(36)}-${(counter += 1)}`
const design = drawDesign({ width: 64, height: 64, marker: { x: 20, y: 20 } }).then(
  ({ buffer }) => `data:image/png;base64,${buffer.toString('base64')}`,
)

/** The endpoints with a body. A new one does not compile without a sample. */
type WithBody = {
  [Name in EndpointName]: (typeof allEndpoints)[Name] extends
    | { body: unknown }
    | { upload: { json: unknown } }
    ? Name
    : never
}[EndpointName]

/** A valid body for each call. Those that would end an account or its logins have a wrong password. */
const bodies: Record<WithBody, () => Promise<object> | object> = {
  register: () => ({ name: 'Ines Falk', email: `ines-${fresh()}@studio.test`, password }),
  logIn: () => ({ email: `nobody-${fresh()}@studio.test`, password }),
  completeSignOn: () => ({ attempt: 'not this one', answer: '?code=a&state=b' }),
  createApiToken: () => ({ name: 'Weekly report', scope: 'manage', password }),
  logOutEverywhere: () => ({}),
  changeUser: () => ({ name: 'Mara Hald' }),
  changePassword: () => ({ currentPassword: 'not this one', newPassword: password }),
  deleteAccount: () => ({ password: 'not this one' }),
  addWebhook: () => ({ url: 'https://hooks.studio.test/pinmark', format: 'generic', password }),
  changeWebhook: () => ({ paused: true }),
  forgetPassword: () => ({ email: `nobody-${fresh()}@studio.test` }),
  resetPassword: () => ({ token: 'not this one', newPassword: password }),
  changeNotices: () => ({ mode: 'digest' }),
  askForReplyMail: () => ({ email: `nobody-${fresh()}@studio.test` }),
  confirmReplyMail: () => ({ token: `${'A'.repeat(22)}.${'A'.repeat(43)}` }),
  createProject: async () => ({ name: `Landing page ${fresh()}`, image: await design }),
  changeDesign: () => ({ title: 'Landing page', position: 1 }),
  changeProject: () => ({ name: 'Landing page', description: 'What do you think?' }),
  unlockLink: () => ({ password }),
  changeOrder: () => ({ labels: ['Spring'] }),
  inviteMember: () => ({ email: `ines-${fresh()}@studio.test` }),
  offerProject: () => ({ member: 'nobody' }),
  changeSettings: () => ({ closed: false }),
  addComment: () => ({ ...words, x: 30, y: 20, createdAt: new Date().toISOString() }),
  addReply: () => words,
  changeComment: () => ({ text: words.text }),
  placeComment: () => ({ x: 3, y: 4 }),
  changeRound: () => ({ closed: false }),
  setAgreement: () => ({ agree: true, commenter: 'Priya' }),
  giveVerdict: () => ({ verdict: 'good', name: 'Priya' }),
  callTools: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  recordVisit: () => ({ number: 1 }),
}

/** A valid body for the call; undefined if it takes none. */
export async function sampleBody({
  name,
}: {
  name: EndpointName
}): Promise<Record<string, unknown> | undefined> {
  return hasBody(name) ? { ...(await bodies[name]()) } : undefined
}

function hasBody(name: EndpointName): name is WithBody {
  return Object.hasOwn(bodies, name)
}

/** A form with a new image. */
export async function sampleForm(): Promise<FormData> {
  counter += 1
  const { buffer } = await drawDesign({ width: 64, height: 64 + (counter % 4_000), marker: { x: 20, y: 20 } })
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(buffer)]), 'landing.png')
  return form
}
