import { designTitleOf } from '@pinmark/shared/design-name'
import { differenceFromBrowser, isReason, typeOf } from '@pinmark/testbed/compare-with-browser'
import { realFiles } from '@pinmark/testbed/real-files'
import { dropFiles } from '../support/drop-files'
import { openProject } from '../support/project-page'
import { expect, test } from '../support/test'

// Chromium is the judge: it shows each file in an `<img>`. A file is stored as it is shown, or refused with a sentence that
// says why. REAL_FILES names a folder of further files.

test('every file that the designer adds on the page is shown as in the browser, or refused with the reason', async ({
  ownerPage: page,
  newProject,
  browser,
  request,
}) => {
  test.setTimeout(600_000)
  const files = await realFiles()
  const wrong: string[] = []
  const refused = new Set<string>()
  for (let from = 0; from < files.length; from += 25) {
    const some = files.slice(from, from + 25)
    const project = await newProject({ name: 'Files' })
    await openProject(page, project._id)
    await page.getByRole('button', { name: /^Files.*actions/ }).waitFor()
    await dropFiles(
      page,
      some.map((file) => ({ ...file, mimeType: typeOf(file) })),
    )
    const dialog = page.getByRole('dialog', { name: /^(Add|New version of)/ })
    for (const choice of await dialog.getByRole('combobox').all()) await choice.selectOption('another')
    await dialog.getByRole('button', { name: /^Upload/ }).click()
    await expect(
      dialog.getByRole('button', { name: /^Uploading/ }).or(dialog.getByText('Reading')),
    ).toHaveCount(0, {
      timeout: 300_000,
    })
    const alerts =
      (await dialog.count()) > 0
        ? await dialog
            .getByRole('listitem')
            .filter({ has: page.getByRole('alert') })
            .all()
        : []
    for (const row of alerts) {
      const name = await row.locator('bdi').innerText()
      const reason = await row.getByRole('alert').innerText()
      refused.add(name)
      // The browser has drawn every SVG.
      if (!isReason(reason) || name.endsWith('.svg')) wrong.push(`${name}: ${reason}`)
    }
    const { designs } = await project.read()
    for (const file of some) {
      const version = designs.find(({ title }) => title === designTitleOf(file.name))?.versions[0]
      // The dialog has said before that a part is missing.
      if (version?.warnings) expect(file.name).toMatch(/^half /)
      else if (version) {
        const view = await (await request.get(`/images/${version.image._id}/view`)).body()
        const problem = await differenceFromBrowser(browser, file, view)
        if (problem) wrong.push(problem)
      } else if (!refused.has(file.name)) wrong.push(`${file.name} is lost`)
    }
  }
  expect(wrong).toEqual([])
})
