import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { accountActor, memberRecord, projectRecord, stranger } from '../../test/given-record'
import { newPublicId } from '../base/ids'
import type { ImageReach } from './image-reach.record'
import { imageIdOf, ImageKeys } from './image-keys'

const withSecrets = (jwt: string, jwtPrevious: string | null = null) =>
  new ImageKeys({ secrets: { jwt, jwtPrevious, pepper: 'p' } })
const keys = withSecrets('now')
const project = projectRecord()
const locked = { ...project, link: { ...project.link, passwordHash: 'x', lock: 'y' } }
const owner = accountActor(project.owner)
const colleague = new Types.ObjectId()
const shared = { ...project, members: [memberRecord(colleague)] }
const image = newPublicId()
const ofGuest = keys.for(stranger, project)(image)
const ofOwner = keys.for(owner, project)(image)
const ofMember = keys.for(accountActor(colleague), shared)(image)
const behindLock = keys.for(stranger, locked)(image)

const now = new Date()
const reach: ImageReach = {
  ...{ linkId: project.linkId, isLinkClosed: false, endsAt: null, lock: null, trashed: new Set() },
  designsRevision: 0,
  designers: new Map([project.owner, colleague].map((id) => [id.toHexString(), 3])),
}
const opens = (changes: Partial<ImageReach> = {}, at = keys) =>
  Object.entries({ ofGuest, ofOwner, ofMember, behindLock }).flatMap(([name, key]) =>
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
  ['as it gave them out', {}, ['ofGuest', 'ofOwner', 'ofMember']],
  ['closed', { isLinkClosed: true }, ['ofOwner', 'ofMember']],
  ['past its end', { endsAt: new Date(now.getTime() - 1) }, ['ofOwner', 'ofMember']],
  ['at its end', { endsAt: now }, ['ofOwner', 'ofMember']],
  ['before its end', { endsAt: new Date(now.getTime() + 1) }, ['ofGuest', 'ofOwner', 'ofMember']],
  ['with the image in its trash', { trashed: new Set([image]) }, ['ofOwner', 'ofMember']],
  [
    'with another image in its trash',
    { trashed: new Set([newPublicId()]) },
    ['ofGuest', 'ofOwner', 'ofMember'],
  ],
  ['with another link', { linkId: newPublicId() }, ['ofOwner', 'ofMember']],
  ['with a password', { lock: 'y' }, ['ofOwner', 'ofMember', 'behindLock']],
  ['with another password', { lock: 'z' }, ['ofOwner', 'ofMember']],
  [
    'whose owner logged out everywhere',
    {
      designers: new Map([
        [project.owner.toHexString(), 99],
        [colleague.toHexString(), 3],
      ]),
    },
    ['ofGuest', 'ofMember'],
  ],
  ['without its member', { designers: new Map([[project.owner.toHexString(), 3]]) }, ['ofGuest', 'ofOwner']],
  ['of another owner', { designers: new Map([[new Types.ObjectId().toHexString(), 3]]) }, ['ofGuest']],
])('the keys that a project opens to, %s', (_state, changes, expected) => {
  expect(opens(changes)).toEqual(expected)
})

test('a seal is valid for its own image only', () => {
  for (const key of [`${newPublicId()}${ofGuest.slice(22)}`, image, '', `${ofGuest}A`])
    expect(keys.opens(key, reach, now)).toBe(false)
})

test('keys are valid with the present and the previous secret, and are made with the present one', () => {
  expect(opens({}, withSecrets('next', 'now'))).toEqual(['ofGuest', 'ofOwner', 'ofMember'])
  expect(opens({}, withSecrets('next'))).toEqual([])
  expect(withSecrets('next', 'now').forLink(project)(image)).toBe(withSecrets('next').forLink(project)(image))
})
