import { expect, test } from 'vitest'
import { givenProject } from '../../../test/comment-page'
import { changeSince } from './verdict-list'

const [design] = givenProject().designs
if (!design) throw new Error('The project has no design.')
const [version] = design.versions
if (!version) throw new Error('The design has no version.')

const versionOf = (number: number, hour: string, round: number) => ({
  ...version,
  ...{ _id: `version-${hour}`, number, round, createdAt: `2026-11-14T${hour}:00:00.000Z` },
})
const landing = {
  ...design,
  title: 'Landing page',
  versions: [versionOf(1, '08', 1), versionOf(2, '10', 2), versionOf(3, '12', 2)],
}
const mail = { ...design, title: 'Welcome e-mail', versions: [versionOf(1, '14', 2)] }
const at = (hour: string) => ({ at: `2026-11-14T${hour}:30:00.000Z` })

test.each([
  ['12', [landing], null],
  ['10', [landing], 'version 3'],
  ['10', [landing, { ...mail, versions: [versionOf(1, '08', 1)] }], 'version 3 of Landing page'],
  ['12', [landing, mail], 'Welcome e-mail'],
  ['14', [landing, mail], null],
])('a verdict given at %s:30 is compared with later additions to its round', (hour, designs, since) => {
  expect(changeSince(at(hour), 2, designs)).toBe(since)
})

test('additions to another round do not count', () => {
  expect(changeSince(at('10'), 1, [landing])).toBeNull()
})
