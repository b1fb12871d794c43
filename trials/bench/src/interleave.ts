import type { Bench } from './row'

/** Measures every side once a round, one after the other, so that other load on the machine affects all of
 *  them.
 *  @param warmUp runs before the first round: an uncounted round, unless less is enough
 *  @returns the samples of a side by its name, in order */
export async function interleave<T, Name extends string>(
  { rounds, onProgress }: Pick<Bench, 'rounds' | 'onProgress'>,
  sides: Record<Name, () => Promise<T>>,
  warmUp: () => Promise<unknown> = () => measureEach(sides),
): Promise<(name: Name) => T[]> {
  await warmUp()
  onProgress('warmed up')
  const samples = new Map<string, T[]>()
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, sample] of await measureEach(sides)) {
      samples.set(name, [...(samples.get(name) ?? []), sample])
    }
    onProgress(`round ${round} of ${rounds}`)
  }
  return (name) => samples.get(name) ?? []
}

async function measureEach<T>(sides: Record<string, () => Promise<T>>): Promise<[name: string, sample: T][]> {
  const samples: [string, T][] = []
  for (const [name, measure] of Object.entries(sides)) samples.push([name, await measure()])
  return samples
}
