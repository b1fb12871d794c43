import { pictureSchema, type Picture } from '@pinmark/shared/entities/comment'
import { projectSummarySchema } from '@pinmark/shared/entities/project'
import { givenOwner, mustCall, newComment, type Owner } from '@pinmark/testbed/client'
import type { Project, ProjectSummary } from '@pinmark/shared/entities/project'
import { sendRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import { imagesWithMetadata, metadataIn } from '../images/metadata-images'
import { download, originalPath, uploadImage } from '../images/upload'
import type { Finding, Promised, Trial } from '../promise'

/** Uploads files full of metadata, and searches all renditions, in parsed form and byte by byte. */
export const metadata: Promised = {
  id: 'S9',
  promise: 'The metadata of a picture never leaves the server, except to its owner in the original file',
  shownBy:
    'The files carry EXIF, GPS, XMP, IPTC, colour profiles and comments in five formats. Every ' +
    'rendition in every answer is searched.',
  target: '0 left',
  isQuick: true,
  try: (trial) => run(trial, everyRendition),
  control: { without: 'with the file served as it was uploaded', try: (trial) => run(trial, theOriginal) },
}

type Served = { name: string; file: Buffer }
type Serve = (url: string, owner: Owner, project: ProjectSummary, file: Buffer) => Promise<Served[]>

async function run(trial: Trial, serve: Serve): Promise<Finding> {
  const api = await givenInstance(trial)
  const owner = await givenOwner(api.url)
  const left: string[] = []
  let searched = 0
  for (const [kind, file] of Object.entries(await imagesWithMetadata())) {
    if ((await metadataIn(file)).length === 0)
      throw new Error(`The ${kind} tells nothing, so nothing could be left.`)
    const { status, text } = await uploadImage(api.url, owner, file)
    if (status !== 201) throw new Error(`The ${kind} was refused: ${text}`)
    const project = projectSummarySchema.parse(JSON.parse(text))
    for (const { name, file: served } of await serve(api.url, owner, project, file)) {
      searched += 1
      const told = await metadataIn(served)
      if (told.length > 0) left.push(`${kind}, ${name}: ${told.join(', ')}`)
    }
    const path = await originalPath(api.url, owner, project)
    const { status: asGuest } = await sendRequest(api.url, { method: 'GET', path })
    if (asGuest !== 403) left.push(`${kind}: the original is answered ${asGuest} to a guest`)
  }
  return {
    held: left.length === 0 && searched >= 8,
    figure: `metadata in ${left.length} of ${searched} renditions`,
    details: left.join('\n'),
  }
}

const everyRendition: Serve = async (url, owner, project, file) => {
  const full = await mustCall<Project>(200, `${url}/projects/${project._id}`)
  const shown = full.designs[0]?.versions[0]?.image
  const names = ['view', 'thumbnail', 'jpeg', ...(shown?.narrowWidth === undefined ? [] : ['narrow'])]
  const files = await Promise.all(
    names.map(async (name) => ({ name, file: await download(url, `/images/${project.thumbnail}/${name}`) })),
  )
  const list = await mustCall<ProjectSummary[]>(200, `${url}/projects`, { token: owner.token })
  const inList = list.find(({ _id }) => _id === project._id)?.image ?? ''
  const small = await mustCall<Project>(200, `${url}/projects/${project._id}?image=thumbnail`)
  const placeholder = shown?.placeholder ?? ''
  const inAnswers = {
    'in the list': inList,
    'in the project': full.image ?? '',
    'small in the project': small.image ?? '',
  }
  const picture = await addPicture(url, owner, project, file)
  const ofPicture = ['view', 'thumbnail'].map(async (name) => ({
    name: `${name} of a picture in a comment`,
    file: await download(url, `/images/${picture.image._id}/${name}`),
  }))
  return [
    ...files,
    ...(await Promise.all(ofPicture)),
    ...Object.entries(inAnswers).map(([name, image]) => ({ name, file: Buffer.from(image, 'base64') })),
    { name: 'placeholder', file: Buffer.from(placeholder.replace(/^data:[^,]*,/, ''), 'base64') },
  ]
}

/** Sends the file as a picture of a comment. */
async function addPicture(
  url: string,
  { token }: Owner,
  { _id }: ProjectSummary,
  file: Buffer,
): Promise<Picture> {
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(file)]), 'picture')
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/projects/${_id}/pictures`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`A picture was refused: ${text}`)
  const picture = pictureSchema.parse(JSON.parse(text))
  const comment = { ...newComment(), pictures: [picture._id] }
  await mustCall(201, `${url}/comment/add/${_id}`, { method: 'POST', token, body: comment })
  return picture
}

const theOriginal: Serve = async (url, owner, project) => {
  const path = await originalPath(url, owner, project)
  return [{ name: 'original', file: await download(url, path, owner) }]
}
