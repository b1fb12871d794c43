import { unique } from '../support/api-client'
import { tabTo } from '../support/keyboard'
import { holdBack } from '../support/hold-back'
import { composer, pin } from '../support/project-page'
import { expect, test } from '../support/test'

test.use({ hasNewAccount: true })

test('every dialog of the dashboard opens, works and closes by keyboard, and returns the focus @core', async ({
  dashboard: page,
  project,
}) => {
  await page.reload()
  await expect(page.getByRole('link', { name: project.name })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: '+ Create new' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create New Project' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '+ Create new' })).toBeFocused()

  const menuButton = page.getByRole('article').getByRole('button', { name: /^Actions for / })
  for (const [steps, dialogName] of [
    [0, 'Rename Project'],
    [1, 'Share Project'],
    [6, 'Confirm Deletion'],
  ] as const) {
    await menuButton.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole(steps === 6 ? 'alertdialog' : 'dialog', { name: dialogName })
    await expect(dialog).toBeVisible()
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menuButton).toBeFocused()
  }

  const renamed = unique('By keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Rename Project' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.type(renamed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: renamed })).toBeVisible()
})

test('an item of a menu has a ring when keys focus it, and none under the pointer', async ({
  dashboard: page,
  project,
}) => {
  await page.reload()
  await page.getByRole('button', { name: `Actions for ${project.name}`, exact: true }).click()
  const hovered = page.getByRole('menuitem', { name: 'Rename' })
  await hovered.hover()
  await expect(hovered).toBeFocused()
  await expect(hovered).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('ArrowDown')
  const focused = page.getByRole('menuitem', { name: 'Share' })
  await expect(focused).toBeFocused()
  await expect(focused).toHaveCSS('outline-style', 'solid')
})

test('a comment is placed, written, sent and moved by keyboard', async ({ projectPage: page, project }) => {
  await page.keyboard.press('c')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await expect(composer(page).getByLabel('Your name')).toBeFocused()
  await page.keyboard.type('Ana')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Placed by keys')
  await page.keyboard.press('Control+Enter')
  await expect(composer(page)).toBeHidden()
  await expect(pin(page, 1)).toBeFocused()

  const spot = async () => (await project.read()).comments.map(({ x, y }) => [x, y])
  const [[x = 0, y = 0] = []] = await spot()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Comment 1/ })).toBeVisible()
  const aim = page.getByRole('button', { name: /^New place of the pin/ })
  await page.keyboard.press('m')
  await expect(aim).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(aim).toHaveCount(0)
  await expect(pin(page, 1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Comment 1/ })).toBeVisible()
  await page.keyboard.press('m')
  await expect(aim).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await spot())[0]?.[0]).toBeLessThan(x)
  expect((await spot())[0]?.[1]).toBe(y)
})

for (const [field, name, key, typed] of [
  ['Your name', '', 'Enter', 'Cfnr 0!'],
  ['Your comment', 'Ana', 'Enter', 'Cfnr 0\n!'],
  ['Your comment', '', 'Tab', '!'],
] as const) {
  test(`what is typed before the code of the composer arrives stands in its first field: ${field}, ${key}`, async ({
    page,
    project,
  }) => {
    await project.addComment({ text: 'Stays closed' })
    await page.addInitScript((known) => {
      if (known) localStorage.setItem('pinmark.commenter', known)
    }, name)
    const code = await holdBack(page, '**/assets/review.lazy-*.js')
    await page.goto(`/project/${project._id}`)
    await expect(pin(page, 1)).toBeVisible()
    await page.keyboard.press('c')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Spot of the comment/ })).toHaveCount(0)
    // Shortcuts, if they are not text: hide comments, expand, the next comment, resolve.
    await page.keyboard.type('Cfnx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('r 0')
    await page.keyboard.press(key)
    code.release()
    await expect(composer(page).getByLabel(field)).toBeFocused()
    await page.keyboard.type('!')
    await expect(composer(page).getByLabel(field)).toHaveValue(typed)
    if (key === 'Tab') await expect(composer(page).getByLabel('Your name')).toHaveValue('Cfnr 0')
    await expect(pin(page, 1)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  })
}

test('the skip link is first and leads to the content', async ({ page }) => {
  await page.goto('/plans')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
    .toBe(true)
})
