import type { Design } from '@pinmark/shared/entities/project'
import { expect, test } from 'vitest'
import { givenProject } from '../../../../test/comment-page'
import { matchFiles } from './use-add-files'

function givenDesign(title: string, width: number, height: number): Design {
  const [design] = givenProject().designs
  const [version] = design?.versions ?? []
  if (!version) throw new Error('The project has no design.')
  return { _id: title, title, versions: [{ ...version, image: { ...version.image, width, height } }] }
}

const landing = givenDesign('Landing page', 1440, 3200)
const mail = givenDesign('Welcome e-mail', 560, 1200)
const about = givenDesign('About', 1440, 2800)
const designs = [landing, mail, about]

test.each([
  ['landing-page-v4.png', 1440, 3044, 'Landing page', 'Same name and width'],
  ['landing-v4.png', 1440, 3044, 'Landing page', 'Same name and width'],
  ['welcome e-mail final.png', 1120, 2400, 'Welcome e-mail', 'Same name'],
  ['mail.png', 560, 1200, 'Welcome e-mail', 'Same size'],
  ['mail.png', 560, 1680, 'Welcome e-mail', 'Same width'],
  ['mail.png', 560, 1681, null, 'Nothing like it here yet'],
  ['export.png', 1440, 2800, 'About', 'Same size'],
  ['poster.png', 900, 900, null, 'Nothing like it here yet'],
])('%s of %i x %i belongs to %s: %s', (name, width, height, design, reason) => {
  expect(matchFiles([{ name, size: { width, height } }], designs, 'About')).toEqual([{ design, reason }])
})

test('two files never match one design, and an undrawable file is matched by its name', () => {
  const size = { width: 560, height: 1200 }
  const files = [
    { name: 'a.png', size },
    { name: 'b.png', size },
    { name: 'about.heic', size: null },
  ]
  expect(matchFiles(files, designs, 'Landing page').map(({ design }) => design)).toEqual([
    'Welcome e-mail',
    null,
    'About',
  ])
})
