import { expectAccessible } from '../support/accessibility'
import { openCompare, openProject, pin } from '../support/project-page'
import { expect, phone, test } from '../support/test'

/** A page as an SVG of 800 × 600 pixels, with a headline and a button. */
const page = (headline: string, button: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" font-family="sans-serif">
      <rect width="400" height="300" fill="#f5f0e4"/>
      <text x="30" y="60" font-size="24">${headline}</text>
      <rect x="30" y="180" width="160" height="40" fill="#0f1f38"/>
      <text x="60" y="206" font-size="16" fill="#fff">${button}</text>
    </svg>`,
  )
const onButton = { x: 180, y: 400 }

test('a comment says which words it is at, and a search finds words of designs @core @axe', async ({
  page: browserPage,
  newProject,
}) => {
  const project = await newProject({ image: page('Night trains', 'Buy tickets') })
  await project.addComment({ ...onButton, text: 'Could this be warmer?' })
  const { _id: cabins } = await project.addDesign({
    name: 'Cabins',
    image: page('Tickets for cabins', 'Choose'),
  })
  await openProject(browserPage, project._id)

  await pin(browserPage, 1).click()
  const thread = browserPage.getByRole('dialog', { name: /Comment 1/ })
  await expect(thread.getByText('Near: Buy tickets')).toBeVisible()
  await expectAccessible(browserPage, 'a thread with the words of the design')
  await browserPage.keyboard.press('Escape')
  await expect(browserPage.getByRole('button', { name: /^Comment 1 .*, near “Buy tickets”:/ })).toBeVisible()

  await browserPage.getByRole('button', { name: 'Search comments' }).click()
  await browserPage.getByRole('searchbox').fill('tickets')
  const found = browserPage.getByRole('group', { name: 'In designs' })
  await expect(found.getByRole('button')).toHaveText([/Buy tickets/, /Tickets for cabins/])
  await expectAccessible(browserPage, 'a search in designs')
  await found.getByRole('button', { name: /cabins/ }).click()
  await expect(browserPage).toHaveURL(new RegExp(`design=${cabins}`))
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the sheet of a comment says which words it is at', async ({ page: phonePage, newProject }) => {
    const project = await newProject({ image: page('Night trains', 'Buy tickets') })
    await project.addComment({ ...onButton, text: 'Could this be warmer?' })
    await openProject(phonePage, project._id)

    await pin(phonePage, 1).tap()
    await expect(phonePage.getByText('Near: Buy tickets')).toBeVisible()
  })
})

test('the list of changes names a change of words', async ({ page: browserPage, newProject }) => {
  const project = await newProject({ image: page('Night trains', 'Buy tickets') })
  await project.addVersion({ image: page('Night trains', 'Get tickets') })
  await openProject(browserPage, project._id)
  await openCompare(browserPage)
  await browserPage.getByRole('radio', { name: 'Changes' }).click()

  await expect(browserPage.getByRole('region', { name: 'Changes' })).toContainText(
    '“Buy tickets” is now “Get tickets”',
  )
})
