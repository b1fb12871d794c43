import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { LoadResult } from '../load'

/** WRK_PATH, else on PATH; null if wrk is not installed. */
export function findWrk(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const places = [process.env['WRK_PATH'], ...folders.map((folder) => join(folder, 'wrk'))]
  return places.find((path) => path !== undefined && existsSync(path)) ?? null
}

interface WrkLoad {
  url: string
  connections: number
  seconds: number
  headers: Record<string, string>
}

/** Sends GET requests with wrk. It is written in C and reaches ten times the rate of a generator in
 *  JavaScript.
 *  @throws when a request failed or had no success status */
export async function runWrk(
  program: string,
  { url, connections, seconds, headers }: WrkLoad,
): Promise<LoadResult> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const duration = `${Math.max(1, Math.round(seconds))}s`
  const wrk = spawn(program, [
    '-t1',
    `-c${connections}`,
    `-d${duration}`,
    '--latency',
    '--timeout',
    '60s',
    ...sent,
    url,
  ])
  let said = ''
  for (const stream of [wrk.stdout, wrk.stderr]) stream.on('data', (text) => (said += text))
  const [code] = await once(wrk, 'close')
  if (code !== 0 || /Socket errors|Non-2xx/.test(said)) throw new Error(`Requests to ${url} failed: ${said}`)
  const [requests, bytes] = [numberIn(said, /(\d+) requests in/), bytesIn(said)]
  return {
    rate: numberIn(said, /Requests\/sec:\s+([\d.]+)/),
    requests,
    p50: millisecondsIn(said, '50%'),
    p99: millisecondsIn(said, '99%'),
    bytes: bytes / requests,
  }
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`wrk did not say ${String(pattern)}: ${text}`)
  return Number(found)
}

const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }
const binary: Record<string, number> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 }

function millisecondsIn(text: string, quantile: '50%' | '99%'): number {
  const [, value, unit = ''] = new RegExp(`${quantile}\\s+([\\d.]+)(us|ms|s|m)\\b`).exec(text) ?? []
  return Number(value) * (milliseconds[unit] ?? Number.NaN)
}

function bytesIn(text: string): number {
  const [, value, unit = ''] = /requests in [^,]+, ([\d.]+)([KMG]?B) read/.exec(text) ?? []
  return Number(value) * (binary[unit] ?? Number.NaN)
}
