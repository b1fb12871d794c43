import autocannon from 'autocannon'
import { quantile } from '../figure'
import { loadSchema, type LoadResult } from '../load'
import { answerEach } from './answer'
import { findWrk, runWrk } from './wrk'

/** A short time may pass with hardly an answer, on a busy machine or from a slow peer; so many are waited for, up to a
 *  minute. */
const leastAnswers = 3
const longestSeconds = 60

const wrk = findWrk()

answerEach(loadSchema, async ({ url, connections, seconds, method = 'GET', headers = {}, body }) => {
  if (wrk !== null && method === 'GET') {
    const measured = await runWrk(wrk, { url, connections, seconds, headers })
    await lastAnswer(url, headers)
    return measured
  }
  const options: autocannon.Options = {
    url,
    connections,
    duration: longestSeconds,
    // How often it looks whether it has to stop, in milliseconds.
    sampleInt: 50,
    method,
    headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body, idReplacement: body.includes('[<id>]') }),
  }
  const times: number[] = []
  const start = performance.now()
  let last = start
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    // With a callback it gives its instance, and with it every single response.
    const instance = autocannon(options, (error, value) => (error ? reject(error) : resolve(value)))
    instance.on('response', (_client, _status, _bytes, milliseconds) => {
      last = performance.now()
      times.push(milliseconds)
      if (last - start >= seconds * 1000 && times.length >= leastAnswers) instance.stop()
    })
  })
  if (method === 'GET') await lastAnswer(url, headers)
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0 || times.length < leastAnswers) {
    const statuses = JSON.stringify(result.statusCodeStats)
    throw new Error(`${failed} of ${times.length} requests to ${url} failed: ${statuses}`)
  }
  const measured: LoadResult = {
    rate: times.length / ((last - start) / 1000),
    requests: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes: result.throughput.total / times.length,
  }
  return measured
})

/** What was on its way at the end is still worked on, by a slow server for hundreds of milliseconds: the next measurement
 *  would share the processor with it. A server that answers once more has done what came before. */
async function lastAnswer(url: string, headers: Record<string, string>): Promise<void> {
  await (await fetch(url, { headers })).arrayBuffer()
}
