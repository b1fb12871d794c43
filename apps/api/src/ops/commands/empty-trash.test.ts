import mongoose from 'mongoose'
import { expect, inject, test } from 'vitest'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenDesigns, givenVersion, openProject } from '../../../test/given-design'
import { givenProject } from '../../../test/given-project'
import { givenUser } from '../../../test/given-user'
import { startProgram } from '../../../test/own-process'
import { storageOf } from '../../images/image-upkeep.record'
import { UserModel } from '../../accounts/user.record'

const app = sharedTestApp()

test('the trash is emptied of projects, designs and versions, and the command says how much it was', async () => {
  const owner = await givenUser(app.api)
  const [project, deleted] = [await givenProject(app.api, { owner }), await givenProject(app.api, { owner })]
  const version = await givenVersion(app.api, project)
  const [first] = (await openProject(app.api, project)).designs
  const [second] = await givenDesigns(app.api, project, ['Second'])
  const designs = `/projects/${project._id}/designs`
  for (const path of [
    `/projects/${deleted._id}`,
    `${designs}/${first?._id}/versions/${version._id}`,
    `${designs}/${second?._id}`,
  ]) {
    await app.api.delete(path).set(owner.auth).expect(200)
  }
  const { _id } = await UserModel.findOne({ email: owner.user.email }).orFail()
  const before = await storageOf(_id)

  const uri = inject('mongodbUri').replace('/pinmark?', `/${mongoose.connection.name}?`)
  const program = startProgram('empty-trash', { MONGODB_URI: uri })

  expect(await program.ended(), program.output).toBe(0)
  const megabytes = (before.trash / 1e6).toFixed(1)
  expect(program.output).toBe(
    `Removed from the trash: 1 projects, 2 designs and versions, ${megabytes} MB of images.\n`,
  )
  expect(await storageOf(_id)).toEqual({ live: before.live, trash: 0 })
})
