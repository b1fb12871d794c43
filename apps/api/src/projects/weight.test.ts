import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { randomBytesOf } from '../../test/sample-images'
import { givenComment, givenProject } from '../../test/given-project'
import { ThreadModel, type ThreadRecord } from '../comments/comment.record'
import { ProjectModel, type ProjectRecord } from './project.record'
import { newRecordId } from '../mongo/queries'

const app = sharedTestApp()

const maxBytes = 40 * 1024
const [designCount, versionCount, commentCount] = [20, 10, 500]
const newId = () => randomBytes(16).toString('base64url')
const random = randomBytesOf(7)
const words = 'the head button moon is too loud calm here could this be larger please move align text colour'
const sentence = () => Array.from({ length: 8 }, () => words.split(' ')[random() % 18]).join(' ')

/** A review of twenty designs in its tenth round. Every comment was followed onto each later version. */
async function givenLongReview(): Promise<string> {
  const { _id: publicId } = await givenProject(app.api)
  await givenComment(app.api, publicId)
  const project = await ProjectModel.findOne({ publicId }).orFail().lean<ProjectRecord>()
  const sample = await ThreadModel.findOne({ project: project._id }).orFail().lean<ThreadRecord>()
  const [first] = project.designs[0]?.versions ?? []
  if (!first) throw new Error('a project has a version')

  const designs = Array.from({ length: designCount }, (_design, at) => ({
    ...{ publicId: newId(), title: `Page ${at + 1}`, nextVersion: versionCount + 1 },
    versions: Array.from({ length: versionCount }, (_version, index) => ({
      ...first,
      ...{ publicId: newId(), number: index + 1, image: newId(), pixels: newId(), round: index + 1 },
      // The length of the preview of a detailed design.
      placeholder: `data:image/webp;base64,${randomBytes(150).toString('base64')}`,
      note: index === 0 ? '' : sentence(),
      createdAt: new Date(first.createdAt.getTime() + random() * 86_400_000 + random() * 1_000),
    })),
  }))
  const comments = Array.from({ length: commentCount }, (_, at): ThreadRecord => {
    const design = designs[at % designCount]
    const index = random() % versionCount
    const version = design?.versions[index]
    if (!design || !version) throw new Error('there is no such version')
    const [x, y] = [random() * 1.5, random() * 1.1].map(Math.round)
    return {
      ...sample,
      ...{ _id: newRecordId(), publicId: newId(), dedupe: newId(), number: at + 2, text: sentence() },
      ...{ design: design.publicId, version: version.publicId, x: x ?? 0, y: y ?? 0 },
      createdAt: new Date(sample.createdAt.getTime() + random() * 86_400_000 + random() * 1_000),
      places: design.versions.slice(index + 1).map((later) => ({
        ...{ version: later.publicId, x: x ?? 0, y: (y ?? 0) + (random() % 4) * 40, state: 'followed' },
      })),
    }
  })
  await ProjectModel.updateOne({ publicId }, { $set: { designs } })
  await ThreadModel.collection.insertMany(comments)
  return publicId
}

/** The page requests the other comments later. */
test('a project of 20 designs with 10 versions and 500 comments opens with at most 40 KB', async () => {
  const id = await givenLongReview()
  const { text } = await app.api.get(`/projects/${id}?image=none&comments=200`)
  const weight = gzipSync(text).length
  expect(JSON.parse(text)).toMatchObject({ designs: { length: designCount }, comments: { length: 200 } })
  expect(weight).toBeLessThanOrEqual(maxBytes)
})
