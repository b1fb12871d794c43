import { availableParallelism } from 'node:os'

/** Time, machine, load and command of a measurement. */
export interface Run {
  date: string
  machine: string
  load: number
  command: string
}

export function runLine({ command, date, load, machine }: Run): string {
  const others = load > availableParallelism() ? ' (others used the machine meanwhile)' : ''
  return `\`${command}\`, ${date} UTC, load average ${load.toFixed(1)} at the start${others}, ${machine}`
}
