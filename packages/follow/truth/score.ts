import type { FollowedPlace } from '../src/place'
import type { Sample } from './sample'

/** Counts of places, from which the shares for the targets are computed. */
export interface Tally {
  places: number
  regions: number
  followed: number
  within4: number
  off12: number
  same: number
  sameNotFollowed: number
  changed: number
  changedNotFollowed: number
  gone: number
  goneFollowed: number
}

export const emptyTally = (): Tally => ({
  ...{ places: 0, regions: 0, followed: 0, within4: 0, off12: 0 },
  ...{ same: 0, sameNotFollowed: 0, changed: 0, changedNotFollowed: 0, gone: 0, goneFollowed: 0 },
})

/** Distance of a followed place from the truth, in pixels of the new image; infinite if the content is gone. */
function errorOf({ truth }: Sample, { x, y }: FollowedPlace): number {
  return truth ? Math.hypot(x - truth.x, y - truth.y) : Number.POSITIVE_INFINITY
}

/** @param found the answers, in the order of the samples */
export function tallyOf(samples: readonly Sample[], found: readonly FollowedPlace[]): Tally {
  const tally = emptyTally()
  samples.forEach((sample, at) => {
    const place = found[at]
    if (!place) throw new Error('a place got no answer')
    countPlace(tally, sample, place)
  })
  return tally
}

function countPlace(tally: Tally, sample: Sample, found: FollowedPlace): void {
  const isFollowed = found.state === 'followed'
  tally.places += 1
  if (sample.place.w !== undefined) tally.regions += 1
  tally[sample.fate] += 1
  if (sample.fate === 'gone') {
    // Counted separately, because there is no true position.
    if (isFollowed) tally.goneFollowed += 1
    return
  }
  if (!isFollowed) return void (tally[`${sample.fate}NotFollowed`] += 1)
  const error = errorOf(sample, found)
  tally.followed += 1
  if (error <= 4) tally.within4 += 1
  if (error > 12) tally.off12 += 1
}

const counts = [
  ...(['places', 'regions', 'followed', 'within4', 'off12', 'same', 'sameNotFollowed'] as const),
  ...(['changed', 'changedNotFollowed', 'gone', 'goneFollowed'] as const),
]

export function addTally(to: Tally, from: Tally): void {
  for (const name of counts) to[name] += from[name]
}
