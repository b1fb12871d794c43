import { expect, test } from 'vitest'
import { changesBetween } from '../src/differences'
import { followPlaces } from '../src/follow-places'
import type { FollowedPlace } from '../src/place'
import { isListed, trueChanges } from './changes-truth'
import { decode, edits, pages, renderAfter, renderBefore, withBrowser } from './render'
import { samplePlaces, type Sample } from './sample'
import { addTally, emptyTally, tallyOf, type Tally } from './score'

// A small part of what `npm run follow` measures, on two tuned and two held-out pages.

const chosenEdits = {
  form: ['section inserted', 'button recoloured'],
  dashboard: ['list reversed'],
  inbox: ['section removed', 'export at 1280 of 1440'],
  gallery: ['photos replaced'],
}

interface Trial {
  samples: Sample[]
  followed: FollowedPlace[]
}

async function tryAll(): Promise<Trial[]> {
  const trials: Trial[] = []
  await withBrowser(async (browser) => {
    for (const [name, names] of Object.entries(chosenEdits)) {
      const page = pages.find((candidate) => candidate.name === name)
      if (!page) throw new Error(`there is no page ${name}`)
      const before = await renderBefore(browser, page)
      for (const edit of edits.filter((candidate) => names.includes(candidate.name))) {
        const after = await renderAfter(browser, page, edit)
        const samples = samplePlaces(page.name + edit.name, before, after, 28)
        const places = samples.map(({ place }) => place)
        trials.push({
          samples,
          followed: followPlaces(await decode(before.file), await decode(after.file), places),
        })
      }
    }
  })
  return trials
}

function tallyOfAll(trials: Trial[]): Tally {
  const all = emptyTally()
  for (const { samples, followed } of trials) addTally(all, tallyOf(samples, followed))
  return all
}

test('places on rendered pages are followed to within 4 px after edits, and what is gone is not followed', async () => {
  const trials = await tryAll()

  const tally = tallyOfAll(trials)

  expect(tally.places).toBeGreaterThan(90)
  expect(tally.within4 / tally.followed).toBeGreaterThanOrEqual(0.98)
  expect(tally.sameNotFollowed / tally.same).toBeLessThanOrEqual(0.1)
  expect(tally.changedNotFollowed / tally.changed).toBeLessThanOrEqual(0.4)
  expect(tally.gone).toBeGreaterThan(10)
  expect(tally.goneFollowed / tally.gone).toBeLessThanOrEqual(0.05)

  // Control: leaving every place at its old position must fail.
  const unmoved = trials.map(({ samples }) => ({
    samples,
    followed: samples.map(({ place }): FollowedPlace => ({ ...place, state: 'followed' })),
  }))
  const control = tallyOfAll(unmoved)
  expect(control.within4 / control.followed).toBeLessThan(0.9)
  expect(control.goneFollowed).toBe(control.gone)
}, 240_000)

test('what is taken out of rows that repeat each other is listed', async () => {
  const settings = pages.find(({ name }) => name === 'settings')
  const chosen = edits.filter(({ name }) => ['list items removed', 'elements blanked'].includes(name))
  if (!settings) throw new Error('there are no settings')

  let [real, found] = [0, 0]
  await withBrowser(async (browser) => {
    const before = await renderBefore(browser, settings)
    for (const edit of chosen) {
      const after = await renderAfter(browser, settings, edit)
      const truth = trueChanges(before, after)
      const listed = changesBetween(await decode(before.file), await decode(after.file))
      real += truth.length
      found += truth.filter((change) => isListed(change, listed)).length
    }
  })

  expect(real).toBeGreaterThan(20)
  expect(found / real).toBeGreaterThanOrEqual(0.9)
}, 240_000)
