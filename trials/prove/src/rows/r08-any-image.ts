import { projectSummarySchema } from '@pinmark/shared/entities/project'
import { givenOwner, type Owner } from '@pinmark/testbed/client'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import { damageFile, encodings, imageBombs } from '../images/damaged'
import { storedByCamera, isUpright } from '../images/quarters'
import { download, originalPath, uploadImage } from '../images/upload'
import type { Finding, Promised, Trial } from '../promise'

/** 500 together with the bombs and the files of other types, at the everyday size. */
const counts = { quick: 24, everyday: 489, long: 1_000_000 }
const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
const cameraFormats = ['jpeg', 'png', 'webp', 'avif'] as const
const clearRefusals = new Set([
  ...[
    'image_not_supported',
    'too_many_pixels',
    'image_type_not_supported',
    'pdf_not_readable',
    'image_too_large',
  ],
  ...[
    'image_damaged',
    'image_cut_off',
    'svg_not_drawable',
    'image_empty',
    'name_and_image_required',
    'image_not_readable',
  ],
])

type Looked = 'the view' | 'the original'

/** Pictures in all camera orientations, damaged ones, bombs, and files that are not pictures. */
export const anyImage: Promised = {
  id: 'R8',
  promise: 'Every image file is shown upright, or refused with a clear reason',
  shownBy:
    'The files have EXIF orientations 1 to 8 in four formats, of which browsers turn all but WebP. Others of eight kinds are truncated or ' +
    'mutated. There are decompression bombs and files of other types.',
  target: '0 errors of the server, 0 not upright',
  isQuick: false,
  try: (trial) => run(trial, counts[trial.size], 'the view'),
  control: {
    without: 'with the pixels as stored in the uploaded file',
    try: (trial) => run(trial, 0, 'the original'),
  },
}

async function run(trial: Trial, count: number, looked: Looked): Promise<Finding> {
  const api = await givenInstance(trial)
  const owner = await givenOwner(api.url)
  const wrong: string[] = []
  const tally = { upright: 0, accepted: 0, refused: 0 }

  const held = orientations.flatMap((orientation) => cameraFormats.map((format) => ({ orientation, format })))
  await inParallel(held, 4, async ({ orientation, format }) => {
    const { view, refusal } = await send(api.url, owner, await storedByCamera(orientation, format), looked)
    if (view && (await isUpright(view))) tally.upright += 1
    else wrong.push(`orientation ${orientation} in ${format}: ${refusal ?? 'not upright'}`)
  })
  const sources = await Promise.all(
    Object.entries(encodings).map(async ([kind, make]) => ({ kind, file: await make() })),
  )
  const damaged = Array.from({ length: count }, (_, at) => {
    const source = sources[at % sources.length]
    if (!source) throw new Error('There is nothing to damage.')
    return { kind: `${source.kind}, damaged (${at})`, file: damageFile(source.file, trial.random) }
  })
  const explosive =
    count === 0 ? [] : Object.entries(await imageBombs()).map(([kind, file]) => ({ kind, file }))
  await inParallel([...damaged, ...explosive], 4, async ({ kind, file }) => {
    const { view, refusal } = await send(api.url, owner, file, looked)
    if (view) tally.accepted += 1
    else if (refusal !== undefined && clearRefusals.has(refusal)) tally.refused += 1
    else wrong.push(`${kind}: ${refusal}`)
  })
  return {
    held: wrong.length === 0 && tally.upright === held.length && api.isRunning,
    figure:
      `${tally.upright} of ${held.length} upright; of ${damaged.length + explosive.length} damaged and hostile files ` +
      `${tally.accepted} shown, ${tally.refused} refused by name, ${wrong.length} otherwise`,
    details: wrong.slice(0, 20).join('\n'),
  }
}

/** @returns what is shown of the file, or why it was refused */
async function send(
  url: string,
  owner: Owner,
  file: Buffer,
  looked: Looked,
): Promise<{ view?: Buffer; refusal?: string }> {
  const { status, headers, text } = await uploadImage(url, owner, file)
  if (status !== 201) return { refusal: headers.get('x-error-code') ?? `status ${status}` }
  const project = projectSummarySchema.parse(JSON.parse(text))
  if (looked === 'the view') return { view: await download(url, `/images/${project.thumbnail}/view`) }
  return { view: await download(url, await originalPath(url, owner, project), owner) }
}
