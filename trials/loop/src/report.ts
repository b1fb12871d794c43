import type { Control } from './controls'
import type { Finished } from './run-site'
import type { Scored } from './score'

/** At least this share is judged right, and the agent takes at most this time for each pin. */
const targets = { right: 0.95, secondsPerPin: 5 }

export interface Totals {
  pins: number
  storedOnce: number
  right: number
  confirmed: number
  secondsPerPin: number
  cpuSecondsPerPin: number
}

export function totalsOf(finished: readonly Finished[]): Totals {
  const scored = finished.flatMap((one) => one.scored)
  const perPin = (secondsOf: (one: Finished) => number) =>
    finished.reduce((sum, one) => sum + secondsOf(one), 0) / scored.length
  return {
    pins: scored.length,
    storedOnce: scored.filter(({ isStoredOnce }) => isStoredOnce).length,
    right: scored.filter(({ isRight }) => isRight).length,
    confirmed: finished.reduce((sum, { confirmed }) => sum + confirmed, 0),
    secondsPerPin: perPin(({ seconds }) => seconds),
    cpuSecondsPerPin: perPin(({ cpuSeconds }) => cpuSeconds),
  }
}

export function print({ site, scored, seconds, cpuSeconds, confirmed, isConfirmed }: Finished): void {
  const right = scored.filter(({ isRight }) => isRight).length
  const once = scored.filter(({ isStoredOnce }) => isStoredOnce).length
  console.log(
    `${site.padEnd(11)}${right} of ${scored.length} judged right, ${once} stored once, ` +
      `${confirmed} confirmed${isConfirmed ? '' : ' (WRONG)'}, ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor`,
  )
  for (const one of scored.filter(({ isRight }) => !isRight)) console.log(`           ${wrongOf(one)}`)
}

/** A wrong judgement in words. */
export function wrongOf({ text, isWanted, isChanged, isJudgedChanged }: Scored): string {
  const isTrue = isChanged === isWanted ? '' : ', although its element did not turn out so'
  return `${text} Was ${isWanted ? 'done' : 'left'}${isTrue}, and judged ${isJudgedChanged ? 'changed' : 'the same'}.`
}

/** The targets by whether they are met.
 *  @param isTimed whether the time counts, which depends on the machine */
export function summaryOf(
  finished: readonly Finished[],
  controls: readonly Control[],
  { isTimed }: { isTimed: boolean },
) {
  const { pins, storedOnce, right, secondsPerPin, cpuSecondsPerPin } = totalsOf(finished)
  const checks: [isMet: boolean, line: string][] = [
    [
      storedOnce === pins,
      `${storedOnce} of ${pins} comments are stored once, with one reply and one resolution`,
    ],
    [right >= targets.right * pins, `${right} of ${pins} are judged right`],
    [
      !isTimed || secondsPerPin <= targets.secondsPerPin,
      `${secondsPerPin.toFixed(2)} s per pin, ${cpuSecondsPerPin.toFixed(2)} s of processor`,
    ],
    [
      finished.every(({ isConfirmed }) => isConfirmed),
      'what the agent resolved was to confirm, until it was confirmed',
    ],
    ...controls.map(({ without, figure, isNoticed }): [boolean, string] => [
      isNoticed,
      `control, ${without}: ${figure}`,
    ]),
  ]
  return {
    lines: checks.map(([isMet, line]) => `${isMet ? 'met    ' : 'MISSED '}${line}`),
    met: checks.filter(([isMet]) => isMet).length,
    missed: checks.filter(([isMet]) => !isMet).length,
  }
}
