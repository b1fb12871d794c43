import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import type { Comment } from '@pinmark/shared/entities/comment'
import { subscriberToken } from '../src/base/seal'
import type { TestApp } from './app-under-test'
import { givenComment, givenGuest } from './given-project'

export interface GivenSubscriber {
  email: string
  /** Headers of the visitor. */
  guest: Record<string, string>
  /** Their first comment. */
  comment: Comment
  confirmToken: string
  stopToken: string
}

/** A visitor who has commented and left a unique address.
 *  @param app one that sends mail */
export async function givenSubscriber(
  app: TestApp,
  projectId: string,
  {
    email = `ana-${randomBytes(6).toString('hex')}@ruiz.test`,
    guest = givenGuest(),
    isConfirmed = true,
    headers = {},
  }: {
    email?: string
    guest?: Record<string, string>
    isConfirmed?: boolean
    /** Of the call that leaves the address. */
    headers?: Record<string, string>
  } = {},
): Promise<GivenSubscriber> {
  const comment = await givenComment(app.api, projectId, {}, guest)
  await app.api
    .put(`/projects/${projectId}/reply-mail`)
    .set({ ...guest, ...headers })
    .send({ email })
    .expect(200)
  const [stored] = await mongoose.connection
    .collection('subscribers')
    .find({ email })
    .sort({ _id: -1 })
    .toArray()
  const token = (use: 'confirm' | 'stop') =>
    subscriberToken(app.config.secrets.pepper, use, String(stored?.['key']))
  const [confirmToken, stopToken] = [token('confirm'), token('stop')]
  if (isConfirmed) {
    await app.api.post('/reply-mail/confirmation').send({ token: confirmToken }).expect(200)
  }
  return { email, guest, comment, confirmToken, stopToken }
}
