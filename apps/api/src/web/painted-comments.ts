import { spotOn } from '@pinmark/shared/spot-on'
import { shownName } from '@pinmark/shared/entities/comment'
import type { Types } from 'mongoose'
import { wordsOf } from '../comments/comment.record'
import { findOpenThreads, hasResolvedThread } from '../comments/threads.record'
import type { DesignRecord } from '../projects/project.record'

/** What the first paint shows of the open comments of a design. */
export interface PaintedComments {
  /** Percent of the design, from its upper left corner. */
  pins: { number: number; x: number; y: number }[]
  rows: { number: number; commenter: string; text: string; replies: number }[]
  hasResolved: boolean
}

/** More pins would be clusters in the app. */
const maxPins = 100
/** More rows do not fit beside the frame. */
const maxRows = 8
/** Longer than the three lines of a row. */
const maxTextLength = 300

/** The open comments of the newest version of a design, as anyone with the link sees them at first. */
export async function findPaintedComments(
  project: Types.ObjectId,
  { publicId, versions }: DesignRecord,
): Promise<PaintedComments> {
  const sized = versions.map(({ publicId: _id, number, width, height }) => ({
    ...{ _id, number },
    image: { width, height },
  }))
  const [newest, shown] = [versions.at(-1), sized.at(-1)]
  if (!newest || !shown) return { pins: [], rows: [], hasResolved: false }
  const place = { project, design: publicId, versions: sized.map(({ _id }) => _id) }
  const [threads, hasResolved] = await Promise.all([
    findOpenThreads(place, maxPins),
    hasResolvedThread(place, newest),
  ])
  const pins = threads.flatMap(({ number, ...thread }) => {
    const { point, carried } = spotOn(thread, shown, sized)
    if (!point || carried?.state === 'gone') return []
    const { width, height } = shown.image
    return [{ number, x: (point.x / width) * 100, y: (point.y / height) * 100 }]
  })
  const rows = threads.slice(0, maxRows).map((thread) => ({
    ...{ number: thread.number, commenter: shownName(thread) },
    text: [...wordsOf(thread)].slice(0, maxTextLength).join(''),
    replies: thread.replyRoom.count,
  }))
  return { pins, rows, hasResolved }
}
