import { describe, expect, test } from 'vitest'
import { aim, idle, leaveOn, placementOf, press, toggleRegion, type Act, type Leave } from './act'

const at = { x: 50, y: 60 }
const there = { x: 10, y: 20 }
const spot = { point: at, region: null }
const area = { point: there, region: { w: 40, h: 40 } }
const size = { w: 30, h: 30 }

const cross: Act = { is: 'pin', cross: there }
const region: Act = { is: 'region', cross: null, corner: null }
const regionCross: Act = { is: 'region', cross: there, corner: null }
const cornered: Act = { ...region, corner: there }
const move: Act = { is: 'move', key: 'one', cross: there, region: null }
const moveRegion: Act = { ...move, region: size }
const resize: Act = { is: 'resize', key: 'one', cross: at, corner: there }

const draw: Act = { is: 'draw', tool: 'arrow', key: 'one', from: null, cross: null }

const acts = { idle, cross, region, regionCross, cornered, move, moveRegion, resize, draw }

describe('a press', () => {
  test.each<[keyof typeof acts, ReturnType<typeof press>]>([
    ['idle', { next: idle, place: spot }],
    ['cross', { next: idle, place: spot }],
    ['region', { next: { ...region, corner: at } }],
    ['regionCross', { next: { ...regionCross, corner: at, cross: at } }],
    ['cornered', { next: idle, place: area }],
    ['move', { next: idle, move: { key: 'one', to: spot } }],
    ['moveRegion', { next: idle, move: { key: 'one', to: { point: at, region: size } } }],
    ['resize', { next: idle, move: { key: 'one', to: area } }],
    // The tool has a surface above the design, which gets its presses.
    ['draw', { next: draw }],
  ])('with %s', (name, expected) => expect(press(acts[name], at)).toEqual(expected))

  test('on the fixed corner of a region gives a point', () => {
    expect(press(cornered, there).place).toEqual({ point: there, region: null })
    expect(placementOf({ x: 5, y: 6, w: 0.5, h: 90 })).toEqual({ point: { x: 5, y: 6 }, region: null })
  })
})

describe('whatever else happens while', () => {
  const reasons: Leave[] = ['version', 'removed', 'hidden', 'closed', 'select', 'drag', 'escape', 'cancel']
  const kept: Partial<Record<string, Partial<Record<Leave, Act>>>> = {
    cross: { removed: cross, hidden: cross },
    region: { removed: region, hidden: region },
    regionCross: { removed: regionCross, hidden: regionCross, escape: region },
    cornered: { removed: cornered, hidden: cornered },
    // A guest may still move a comment where new ones are not accepted, if its rights say so.
    move: { closed: move },
    moveRegion: { closed: moveRegion },
    resize: { closed: resize },
  }
  test.each(Object.entries(acts).flatMap(([name, act]) => reasons.map((reason) => ({ name, act, reason }))))(
    '$name: $reason',
    ({ name, act, reason }) => expect(leaveOn(act, reason)).toEqual(kept[name]?.[reason] ?? idle),
  )
})

/** What a visitor does, and what the next press at `at` must do. Each row once moved a comment by accident, or placed
 *  the wrong thing. */
describe('the next press after', () => {
  type Step = (act: Act) => Act
  const leave =
    (reason: Leave): Step =>
    (act) =>
      leaveOn(act, reason)
  const add: Step = (act) => aim(act, there)
  const moveOther: Step = () => ({ is: 'move', key: 'two', cross: at, region: null })
  const begin =
    (act: Act): Step =>
    () =>
      act
  const newComment = { next: idle, place: spot }
  const otherMoved = { next: idle, move: { key: 'two', to: spot } }
  test.each<[what: string, steps: Step[], then: ReturnType<typeof press>]>([
    ['a move, and then C', [begin(move), add], newComment],
    ['a change of size, and then C', [begin(resize), add], newComment],
    ['a move, and then another design', [begin(move), leave('version')], newComment],
    ['a move, and then another comment', [begin(move), leave('select'), moveOther], otherMoved],
    ['a move, and then the move of another comment', [begin(move), moveOther], otherMoved],
    ['the region tool, and then a move', [begin(region), moveOther], otherMoved],
    ['the first corner, and then a move', [begin(cornered), moveOther], otherMoved],
    ['a move, and then the deletion of its comment', [begin(move), leave('removed')], newComment],
    ['a move, and then hidden comments', [begin(move), leave('hidden')], newComment],
    ['a move, and then Esc', [begin(move), leave('escape')], newComment],
    ['a drawing, and then C', [begin(draw), add], newComment],
    ['a drawing, and then another comment', [begin(draw), leave('select')], newComment],
    ['a drawing, and then the region tool', [begin(draw), toggleRegion], { next: { ...region, corner: at } }],
    ['a move, and then a drag of a pin', [begin(move), leave('drag')], newComment],
    ['a move, and then the region tool', [begin(move), toggleRegion], { next: { ...region, corner: at } }],
    [
      'the cross, and then the region tool',
      [begin(cross), toggleRegion],
      { next: { ...region, corner: at } },
    ],
    ['the region tool twice', [toggleRegion, toggleRegion], newComment],
    ['the first corner, and then another design', [begin(cornered), leave('version')], newComment],
    [
      'two times Esc with the region tool',
      [begin(regionCross), leave('escape'), leave('escape')],
      newComment,
    ],
  ])('%s', (_what, steps, then) => {
    const act = steps.reduce((before, step) => step(before), idle)
    expect(press(act, at)).toEqual(then)
  })

  test('C keeps a cross that is there, and the first corner of a region', () => {
    expect(aim(cross, at)).toEqual(cross)
    expect(aim({ ...regionCross, corner: at }, at)).toEqual({ ...regionCross, corner: at })
    expect(aim(cornered, at)).toEqual({ ...cornered, cross: at })
  })
})
