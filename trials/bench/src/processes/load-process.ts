import autocannon from 'autocannon'
import { quantile } from '../figure'
import { loadSchema, type LoadResult } from '../load'
import { answerEach } from './answer'
import { findWrk, runWrk } from './wrk'

/** On a busy machine or with a slow peer, a short time may contain hardly any answer. The load continues
 *  until this many answers, for up to a minute. */
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
    // How often the stop condition is checked, in milliseconds.
    sampleInt: 50,
    method,
    headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body, idReplacement: body.includes('[<id>]') }),
  }
  const times: number[] = []
  const start = performance.now()
  let last = start
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    // With a callback it returns its instance, which reports every response.
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

/** A slow server may still process unfinished requests for hundreds of milliseconds, which would affect the
 *  next measurement. A server that answers one more request has finished them. */
async function lastAnswer(url: string, headers: Record<string, string>): Promise<void> {
  await (await fetch(url, { headers })).arrayBuffer()
}
