import type { Bench } from './row'

/** Measures every side once a round, one after the other, so that whatever else the machine does meets all of them
 *  alike. The first round warms up and is not counted. @returns the samples of a side by its name, in order */
export async function interleave<T, Name extends string>(
  { rounds, onProgress }: Pick<Bench, 'rounds' | 'onProgress'>,
  sides: Record<Name, () => Promise<T>>,
): Promise<(name: Name) => T[]> {
  const samples = new Map<string, T[]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries<() => Promise<T>>(sides)) {
      const sample = await measure()
      if (round > 0) samples.set(name, [...(samples.get(name) ?? []), sample])
    }
    onProgress(round === 0 ? 'warmed up' : `round ${round} of ${rounds}`)
  }
  return (name) => samples.get(name) ?? []
}
