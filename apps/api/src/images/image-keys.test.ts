import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { accountActor, projectRecord, stranger } from '../../test/given-record'
import { newPublicId } from '../base/ids'
import type { ImageReach } from './image-reach.record'
import { imageIdOf, ImageKeys } from './image-keys'

const withSecrets = (jwt: string, jwtPrevious: string | null = null) =>
  new ImageKeys({ secrets: { jwt, jwtPrevious, pepper: 'p' } })
const keys = withSecrets('now')
const project = projectRecord()
const locked = { ...project, link: { ...project.link, passwordHash: 'x', lock: 'y' } }
const owner = accountActor(project.owner)
const image = newPublicId()
const ofGuest = keys.for(stranger, project)(image)
const ofOwner = keys.for(owner, project)(image)
const behindLock = keys.for(stranger, locked)(image)

const now = new Date()
const reach: ImageReach = {
  ...{ linkId: project.linkId, isLinkClosed: false, endsAt: null, lock: null, trashed: new Set() },
  designsRevision: 0,
  ...{ owner: project.owner.toHexString(), ownerVersion: owner.user?.tokenVersion ?? 0 },
}
const opens = (changes: Partial<ImageReach> = {}, at = keys) =>
  Object.entries({ ofGuest, ofOwner, behindLock }).flatMap(([name, key]) =>
    at.opens(key, { ...reach, ...changes }, now) ? [name] : [],
  )

test('a key starts with the id of its image, and is the same each time', () => {
  expect(imageIdOf(ofGuest)).toBe(image)
  expect(ofGuest).toHaveLength(44)
  expect(keys.forLink(project)(image)).toBe(ofGuest)
  expect(keys.for(accountActor(new Types.ObjectId()), project)(image)).toBe(ofGuest)
  expect(keys.for(owner, project)(image)).toBe(ofOwner)
})

test.each<[string, Partial<ImageReach>, string[]]>([
  ['as it gave them out', {}, ['ofGuest', 'ofOwner']],
  ['closed', { isLinkClosed: true }, ['ofOwner']],
  ['past its end', { endsAt: new Date(now.getTime() - 1) }, ['ofOwner']],
  ['at its end', { endsAt: now }, ['ofOwner']],
  ['before its end', { endsAt: new Date(now.getTime() + 1) }, ['ofGuest', 'ofOwner']],
  ['with the image in its trash', { trashed: new Set([image]) }, ['ofOwner']],
  ['with another image in its trash', { trashed: new Set([newPublicId()]) }, ['ofGuest', 'ofOwner']],
  ['with another link', { linkId: newPublicId() }, ['ofOwner']],
  ['with a password', { lock: 'y' }, ['ofOwner', 'behindLock']],
  ['with another password', { lock: 'z' }, ['ofOwner']],
  ['whose owner logged out everywhere', { ownerVersion: 99 }, ['ofGuest']],
  ['of another owner', { owner: new Types.ObjectId().toHexString() }, ['ofGuest']],
])('the keys that a project opens to, %s', (_state, changes, expected) => {
  expect(opens(changes)).toEqual(expected)
})

test('a seal is valid for its own image only', () => {
  for (const key of [`${newPublicId()}${ofGuest.slice(22)}`, image, '', `${ofGuest}A`])
    expect(keys.opens(key, reach, now)).toBe(false)
})

test('keys are valid with the present and the previous secret, and are made with the present one', () => {
  expect(opens({}, withSecrets('next', 'now'))).toEqual(['ofGuest', 'ofOwner'])
  expect(opens({}, withSecrets('next'))).toEqual([])
  expect(withSecrets('next', 'now').forLink(project)(image)).toBe(withSecrets('next').forLink(project)(image))
})
