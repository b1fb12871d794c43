import type { Design } from '@pinmark/shared/entities/project'
import { expect, test } from 'vitest'
import { givenProject } from '../../../../test/comment-page'
import { bareName, matchFiles, titleAfter } from './match-files'

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
  ['landing-v4.png', 'landing'],
  ['landing final.png', 'landing'],
  ['Landing_page (2).jpg', 'landing page'],
  ['landing@2x.png', 'landing'],
  ['landing v2 final.webp', 'landing'],
  ['v2.png', 'v2'],
  ['Checkout 1', 'checkout 1'],
  ['about version 2.png', 'about'],
])('the bare name of %s is %s', (name, bare) => {
  expect(bareName(name)).toBe(bare)
})

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

test.each([
  ['Landing v1', 'landing-v2.png', 'Landing'],
  ['landing-page_version 1', 'Landing page v2.png', 'landing-page'],
  ['Landing v1', 'export.png', 'Landing v1'],
  ['Platform v8', 'platform engine.png', 'Platform v8'],
  ['Checkout 1', 'checkout-1-v2.png', 'Checkout 1'],
  ['v1', 'v1.png', 'v1'],
])('after the next version, the design %s with %s is named %s', (title, fileName, after) => {
  expect(titleAfter(fileName, title)).toBe(after)
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
