import { readFile, readdir } from 'node:fs/promises'
import { differenceFromBrowser, isReason, typeOf } from '@pinmark/testbed/compare-with-browser'
import { ImageViewer } from '@pinmark/testbed/image-viewer'
import { realFiles, type RealFile } from '@pinmark/testbed/real-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp } from '../app-under-test'
import { givenProject } from '../given-project'

// Every file is stored as a browser shows it, or stored with a warning, or refused with a sentence that says why.

const app = sharedTestApp()
let viewer: ImageViewer
beforeAll(async () => {
  viewer = await ImageViewer.start()
})
afterAll(() => viewer.stop())

/** Files of other programs, beside this test. */
async function samples(): Promise<RealFile[]> {
  const folder = new URL('.', import.meta.url)
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.ts'))
  return Promise.all(names.map(async (name) => ({ name, buffer: await readFile(new URL(name, folder)) })))
}

/** The server and the browser have different fonts. */
const inServerFonts = ['text.svg', 'UTF-16.svg']
/** Browsers differ in HDR: `colours.test.ts` holds it to what is sensible on paper. */
const inHdr = ['cicp-pq.png', 'pq-10bit.avif']
const isOwnLook = new Set([...inServerFonts, ...inHdr])

const isWarning = (text: string) =>
  /^The end of this file is missing[:.] ./.test(text) || /^Text in .+ is missing, because ./.test(text)

test('every file that a script adds is shown as in the browser, or the answer says what is not', async () => {
  const { _id, owner } = await givenProject(app.api)
  const wrong: string[] = []
  for (const file of [...(await realFiles()), ...(await samples())]) {
    const { body } = await app.api
      .post(`/projects/${_id}/designs`)
      .set(owner.auth)
      .attach('image', file.buffer, { filename: file.name, contentType: typeOf(file) })
    const [version] = body.designs?.[0]?.versions ?? []
    const said = version ? version.warnings?.every(isWarning) : isReason(body.error)
    if (said === false) wrong.push(`${file.name}: ${body.error ?? version.warnings}`)
    if (said !== undefined) continue
    const view = await app.api.get(`/images/${version.image._id}/view`).responseType('blob')
    const problem = await differenceFromBrowser(viewer.browser, file, view.body)
    if (problem && !isOwnLook.has(file.name)) wrong.push(problem)
  }
  expect(wrong).toEqual([])
}, 300_000)
