import type { Design, Version } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import {
  givenDesigns,
  givenVersion,
  newPicture,
  openProject,
  picture,
  pictureWithBar,
} from '../../test/given-design'
import { givenProject, type GivenProject } from '../../test/given-project'
import { readZip } from '../../test/read-zip'
import { storageOf } from '../images/image-upkeep.record'
import { ImageModel } from '../images/image.record'
import { isOneOf } from '../mongo/queries'
import { removeDeletedDesigns } from '../ops/sweep.record'
import { sweep } from '../ops/background-work'
import { ProjectModel } from '../projects/project.record'
import { ComparisonModel } from './comparison.record'

const app = sharedTestApp()

const firstOf = async (project: GivenProject): Promise<{ design: Design; version: Version }> => {
  const [design] = (await openProject(app.api, project)).designs
  const version = design?.versions.at(-1)
  if (!design || !version) throw new Error('The project has a version.')
  return { design, version }
}
const pathOf = (project: GivenProject, design: Design, version: Version) =>
  `/projects/${project._id}/designs/${design._id}/versions/${version._id}/build`

async function givenVersionPath(image?: Buffer) {
  const project = await givenProject(app.api)
  if (image) await givenVersion(app.api, project, { image })
  const { design, version } = await firstOf(project)
  const path = pathOf(project, design, version)
  const put = (build: Buffer, name = 'build.png') =>
    app.api.put(path).set(project.owner.auth).attach('image', build, { filename: name })
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  return { project, design, version, path, put, _id }
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

test('a build is stored beside its version, and is not a version itself', async () => {
  const { project, version, path, put } = await givenVersionPath()
  const before = await openProject(app.api, project)

  const answer = await put(await newPicture(200))
  expect(answer).toMatchObject({
    status: 200,
    body: { _id: version._id, number: 1, build: { image: { width: 400, height: 200, placeholder: '' } } },
  })
  const seen = await app.api.get(`/projects/${project.link.id}?image=none`)
  const [design] = seen.body.designs
  expect(design.versions).toHaveLength(1)
  expect(design.versions[0].build).toMatchObject({ _id: answer.body.build._id })
  const { number, openedAt } = before.round
  expect(seen.body).toMatchObject({ round: { number, openedAt }, updatedAt: before.updatedAt })
  const image: string = design.versions[0].build.image._id
  expect(await app.api.get(`/images/${image}/view`)).toMatchObject({ status: 200 })
  expect(await app.api.get(`/images/${image}/thumbnail`)).toMatchObject({ status: 200 })
  expect((await app.api.put(path).set(project.owner.auth).send({})).body.code).toBe('form_expected')
})

test('the next build replaces the former one, with its picture and comparison', async () => {
  const { put, path, project, _id } = await givenVersionPath()
  const { body: first } = await put(await newPicture())
  await app.api.get(`${path}/differences`).expect(200)

  const { body: second } = await put(await newPicture())

  expect(second.build._id).not.toBe(first.build._id)
  expect((await openProject(app.api, project)).designs[0]?.versions[0]?.build).toEqual(second.build)
  expect(await app.api.get(`/images/${first.build.image._id}/view`)).toMatchObject({ status: 404 })
  expect(await ImageModel.countDocuments({ project: _id })).toBe(2)
  expect(await ComparisonModel.countDocuments({ project: _id })).toBe(0)
})

test('the same picture again changes nothing, whether its file or only its pixels are the same', async () => {
  const { put, _id } = await givenVersionPath()
  const image = await newPicture()
  const { body } = await put(image)
  const { seq } = await ProjectModel.findById(_id).orFail()

  expect((await put(image)).body).toEqual(body)
  const samePixels = await sharp(image).withMetadata({ density: 144 }).png({ compressionLevel: 1 }).toBuffer()
  expect((await put(samePixels)).body).toEqual(body)
  expect(await ProjectModel.findById(_id)).toMatchObject({ seq })
  expect(await ImageModel.countDocuments({ project: _id })).toBe(2)
})

test('of two builds at the same time one stays, and no picture of the other', async () => {
  const { put, project, _id } = await givenVersionPath()

  const answers = await Promise.all([put(await newPicture()), put(await newPicture())])

  const kept = (await openProject(app.api, project)).designs[0]?.versions[0]?.build
  expect(answers.map(({ body }) => body.build._id)).toContain(kept?._id)
  expect(await ImageModel.countDocuments({ project: _id })).toBe(2)
})

test('a removed build is gone, and removing it again changes nothing', async () => {
  const { put, path, project, _id } = await givenVersionPath()
  const { body } = await put(await newPicture())
  const remove = () => app.api.delete(path).set(project.owner.auth)

  const answer = await remove()
  expect(answer).toMatchObject({ status: 200, body: { number: 1 } })
  expect(answer.body).not.toHaveProperty('build')
  expect((await openProject(app.api, project)).designs[0]?.versions[0]).not.toHaveProperty('build')
  expect(await app.api.get(`/images/${body.build.image._id}/view`)).toMatchObject({ status: 404 })
  expect(await ImageModel.countDocuments({ project: _id })).toBe(1)
  expect(await remove()).toMatchObject({ status: 200 })
  expect((await app.api.get(`${path}/differences`)).body.code).toBe('build_not_found')
})

test('the differences are listed for every viewer with their measures, and computed once', async () => {
  const { put, path, _id } = await givenVersionPath(await pictureWithBar(40, 80))
  await put(await pictureWithBar(40, 120))

  const [answer, twin] = await Promise.all([
    app.api.get(`${path}/differences`),
    app.api.get(`${path}/differences`),
  ])

  expect(answer.status).toBe(200)
  expect(answer.body.differences).toEqual([
    {
      kind: 'changed',
      before: { x: 40, y: 120, w: 80, h: 40 },
      after: { x: 40, y: 120, w: 120, h: 40 },
      shift: { x: 0, y: 0 },
      size: { w: 40, h: 0 },
      colour: null,
      words: null,
    },
  ])
  expect(twin.body).toEqual(answer.body)
  expect((await app.api.get(`${path}/differences`)).body).toEqual(answer.body)
  expect(await ComparisonModel.countDocuments({ project: _id })).toBe(1)
  // What is stored is read, and not computed again.
  await ComparisonModel.updateOne({ project: _id }, { $set: { changes: [] } })
  expect((await app.api.get(`${path}/differences`)).body.differences).toEqual([])
})

test('a build without a difference has none, and all its rows', async () => {
  const image = await picture('#336699')
  const { put, path } = await givenVersionPath(image)
  await put(image)

  expect((await app.api.get(`${path}/differences`)).body).toEqual({
    differences: [],
    runs: [{ before: { y: 0, h: 300 }, after: { y: 0, h: 300 } }],
  })
})

test('only designers store and remove a build, and only of a version that exists', async () => {
  const { put, path, project, version } = await givenVersionPath()
  const { body } = await put(await newPicture())
  const stranger = await givenProject(app.api)
  const send = async (auth: Record<string, string>, to = path) =>
    app.api
      .put(to)
      .set(auth)
      .attach('image', await newPicture(), { filename: 'a.png' })

  expect((await send(stranger.owner.auth)).status).toBe(403)
  expect((await send({})).status).toBe(403)
  expect((await app.api.delete(path)).status).toBe(403)
  const elsewhere = path.replace(version._id, 'A'.repeat(22))
  expect((await send(project.owner.auth, elsewhere)).body.code).toBe('design_not_found')
  expect((await openProject(app.api, project)).designs[0]?.versions[0]?.build).toEqual(body.build)
})

test('a build goes with its version into the trash, comes back with it, and counts as trash there', async () => {
  const { put, path, project, design, version, _id } = await givenVersionPath(await newPicture())
  const { body } = await put(await newPicture())
  const { owner } = await ProjectModel.findById(_id).orFail()
  const used = await storageOf(owner)
  const shown = (await app.api.get(`/projects/${project.link.id}?image=none`)).body.designs[0].versions[1]
  const address = path.replace('/build', '')
  const keys: string[] = [version.image._id, body.build.image._id]
  const images = await ImageModel.find({ _id: isOneOf(keys.map((key) => key.slice(0, 22))) }).lean()
  const trash = images.reduce((sum, { bytes }) => sum + bytes, 0)

  await app.api.delete(address).set(project.owner.auth).expect(200)
  expect(images).toHaveLength(2)
  expect(await storageOf(owner)).toEqual({ live: used.live - trash, trash })
  expect((await app.api.get(`/images/${shown.build.image._id}/view`)).status).toBe(404)

  const back = await app.api.post(`${address}/restore`).set(project.owner.auth)
  expect(back.body.build).toEqual(body.build)
  expect(await storageOf(owner)).toEqual(used)
  expect((await app.api.get(`/images/${shown.build.image._id}/view`)).status).toBe(200)
  expect(design.versions).toHaveLength(2)
})

test('a build is deleted permanently with its version, and with its project', async () => {
  const { put, path, project, _id } = await givenVersionPath(await newPicture())
  await put(await newPicture())
  await app.api.get(`${path}/differences`).expect(200)
  await app.api.delete(path.replace('/build', '')).set(project.owner.auth).expect(200)

  await removeDeletedDesigns(inDays(1))
  expect(await ImageModel.countDocuments({ project: _id })).toBe(1)
  expect(await ComparisonModel.countDocuments({ project: _id })).toBe(0)

  const { design, version } = await firstOf(project)
  const of = app.api.put(pathOf(project, design, version)).set(project.owner.auth)
  await of.attach('image', await newPicture(), { filename: 'a.png' }).expect(200)
  await app.api.delete(`/projects/${project._id}`).set(project.owner.auth).expect(200)
  await sweep(inDays(31))
  expect(await ImageModel.countDocuments({ project: _id })).toBe(0)
})

test('the sweep of unused pictures keeps builds', async () => {
  const { put, _id } = await givenVersionPath()
  await put(await newPicture())
  await ImageModel.updateMany({ project: _id }, { createdAt: inDays(-1) })

  await sweep(new Date())
  expect(await ImageModel.countDocuments({ project: _id })).toBe(2)
})

test('neither a copy of a project nor a renewed version has a build', async () => {
  const { put, path, project } = await givenVersionPath()
  await put(await newPicture())
  await givenVersion(app.api, project)

  const renewed = await app.api.post(path.replace('/build', '/newest')).set(project.owner.auth)
  expect(renewed).toMatchObject({ status: 200, body: { number: 3 } })
  expect(renewed.body).not.toHaveProperty('build')
  const copy = await app.api.post(`/projects/${project._id}/copy`).set(project.owner.auth)
  const opened = await app.api.get(`/projects/${copy.body._id}?image=none`).set(project.owner.auth)
  expect(opened.body.designs[0].versions).toHaveLength(1)
  expect(opened.body.designs[0].versions[0]).not.toHaveProperty('build')
})

test('a build of another design and a full project are no obstacle', async () => {
  const project = await givenProject(app.api)
  const [poster] = await givenDesigns(app.api, project, ['Poster'])
  const [version] = poster?.versions ?? []
  if (!poster || !version) throw new Error('The design has a version.')
  await ProjectModel.updateOne({ publicId: project._id }, { versionCount: limits.versionsPerProject })

  const request = app.api.put(pathOf(project, poster, version)).set(project.owner.auth)
  const answer = await request.attach('image', await newPicture(), { filename: 'poster.png' })
  expect(answer.status).toBe(200)
  const { designs } = await openProject(app.api, project)
  expect(designs.map(({ versions }) => versions.map(({ build }) => build !== undefined))).toEqual([
    [false],
    [true],
  ])
})

test('the export of an account contains the build exactly as it was sent', async () => {
  const { put, project } = await givenVersionPath()
  const image = await newPicture()
  await put(image)

  const { body } = await app.api.get('/users/export').set(project.owner.auth).responseType('blob')
  const files = await readZip(body)
  const path = [...files.keys()].find((name) => name.endsWith('/design 1, version 1, build.png')) ?? ''
  expect(files.get(path)?.equals(image)).toBe(true)
  const named = files.get(path.replace(/[^/]+$/, 'project.json'))?.toString() ?? ''
  expect(JSON.parse(named)).toMatchObject({
    designs: [{ versions: [{ build: { width: 400, height: 300, file: 'design 1, version 1, build.png' } }] }],
  })
})
